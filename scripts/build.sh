#!/bin/sh
# Configures and builds a preset into build/PRESET.  Usage: build.sh PRESET JOBS
set -eu
cd "$(dirname "$0")/.."
preset=$1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# A configuration that has not changed says nothing.
if ! cmake --preset "$preset" ${ASSAY_CMAKE_ARGS:-} >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
cmake --build --preset "$preset" --parallel "$2"

#!/bin/sh
# Configures and builds a preset, or some of its targets, into build/PRESET.
# Usage: build.sh PRESET JOBS [target ...]
set -eu
cd "$(dirname "$0")/.."
preset=$1
jobs=$2
shift 2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# A configuration that has not changed says nothing.
if ! cmake --preset "$preset" ${ASSAY_CMAKE_ARGS:-} >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
cmake --build --preset "$preset" --parallel "$jobs" ${1:+--target "$@"}

#!/bin/sh
# Runs a preset's tests.  Usage: test.sh PRESET JOBS [ctest arguments]
set -eu
cd "$(dirname "$0")/.."
preset=$1
jobs=$2
shift 2
ctest --preset "$preset" --parallel "$jobs" "$@"

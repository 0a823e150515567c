#!/bin/sh
# Runs clang-tidy over the library and the tool.  Usage: tidy.sh JOBS [FILES]
set -eu
cd "$(dirname "$0")/.."
jobs=$1
shift
cmake --preset release >/dev/null
if [ $# = 0 ]; then
  find src tools -name '*.cpp' -print0
else
  printf '%s\0' "$@"
fi | xargs -0 -P "$jobs" -n 1 clang-tidy --quiet -p build/release

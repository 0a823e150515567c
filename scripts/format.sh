#!/bin/sh
# Formats every C++ file in place.
set -eu
cd "$(dirname "$0")/.."
find include src tests tools bench \( -name '*.h' -o -name '*.cpp' \) -print0 |
  xargs -0 clang-format -i

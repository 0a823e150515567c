#!/bin/sh
# Installs a build into a folder of its own and uses it from there: the command, and the library from a
# CMake project and by pkg-config.  Usage: check_install.sh BUILD_FOLDER
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix="$work/install tree"

cmake --install "$build" --prefix "$prefix" >"$work/install.log"
version=$("$prefix/bin/assay" --version)
echo "installed: $version"

# A backend's module that was installed is found; where it has no device, it says so.
for module in $(find "$prefix" -name 'assay-*.so' -printf '%f\n'); do
  backend=${module#assay-}
  "$prefix/bin/assay" --list-devices | grep -E "^${backend%.so} +([0-9]|-  no )"
done

cmake -S "$source/tests/consumer" -B "$work/cmake" -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$prefix" >"$work/configure.log" || { cat "$work/configure.log"; exit 1; }
cmake --build "$work/cmake"
"$work/cmake/consumer"

pc=$(find "$prefix" -name assay.pc)
libdir=$(dirname "$(dirname "$pc")")
PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --print-errors --exists "assay >= 0.1"
PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --cflags --libs assay >"$work/flags"
# xargs reads the blanks that pkg-config escapes.
sed "s|\$| -o '$work/consumer'|" "$work/flags" |
  xargs "${CXX:-c++}" -std=c++20 "$source/tests/consumer/main.cpp"
LD_LIBRARY_PATH="$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "$work/consumer"

for file in share/doc/assay/LICENSE share/doc/assay/README.md include/assay/scorer.h; do
  [ -s "$prefix/$file" ] || { echo "not installed: $file"; exit 1; }
done

#!/bin/sh
# Installs the Debian packages of the named groups, where some are missing.
# Usage: install-packages.sh GROUP...   groups: build test demo check bench fuzz hip
# ASSAY_NO_INSTALL=1 leaves the machine as it is.
set -eu

packages_of() {
  case "$1" in
    build) echo cmake ninja-build g++ pkg-config libtbb-dev libfmt-dev nlohmann-json3-dev \
      libcli11-dev libhwy-dev libavformat-dev libavcodec-dev libavutil-dev libgtest-dev \
      libbenchmark-dev ;;
    test) echo ffmpeg python3 binutils ;;
    demo) echo ffmpeg libjxl-testdata ;;
    check) echo clang-format clang-tidy git python3 ;;
    bench) echo ffmpeg libjxl-testdata ;;
    fuzz) echo clang libclang-rt-14-dev ;;
    hip) echo hipcc libamdhip64-dev rocm-device-libs llvm-15 ;;
    *) echo "install-packages.sh: no group $1" >&2; exit 1 ;;
  esac
}

[ "${ASSAY_NO_INSTALL:-0}" != 1 ] || exit 0

wanted=""
for group in "$@"; do
  names=$(packages_of "$group")
  wanted="$wanted $names"
done

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "No apt-get here: assuming that the likes of these are installed:$wanted" >&2
  exit 0
fi

missing=""
for name in $wanted; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null || true)
  case " $missing " in *" $name "*) continue ;; esac
  [ "$status" = installed ] || missing="$missing $name"
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "These packages are missing; install them as root: apt-get install$missing" >&2
    exit 1
  fi
  as_root=sudo
fi

apt() {
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 \
    -o Acquire::Retries=3 "$@"
}
echo "Installing$missing"
# Package lists may be missing or out of date: then fetch them and try again.
if ! apt install -y --no-install-recommends $missing; then
  apt update
  apt install -y --no-install-recommends $missing
fi

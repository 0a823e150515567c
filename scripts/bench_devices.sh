#!/bin/sh
# Compares every device with the CPU and times it; figures go to bench/results.
#
# Usage: bench_devices.sh [CLIPS [compare-backends options]]
# CLIPS is a folder with a NAME_ref.EXT and one or more NAME_*.EXT of each video; without it, and
# without a folder "clips" in $ASSAY_SHARED, only synthetic pictures are timed.
set -eu
cd "$(dirname "$0")/.."
results=bench/results
clips=${1:-${ASSAY_SHARED:-../shared}/clips}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- --repeat 2 --streams 2
mkdir -p "$results"

status=0
if ! build/release/bench/assay_bench --benchmark_filter='/(cuda|hip|sycl):' \
  --benchmark_out="$results/devices.json.new" --benchmark_out_format=json; then
  status=1
fi
# A run without rows leaves the old figures.
if grep -q '"run_name"' "$results/devices.json.new"; then
  mv "$results/devices.json.new" "$results/devices.json"
else
  rm -f "$results/devices.json.new"
fi

for ref in "$clips"/*_ref.*; do
  [ -e "$ref" ] || continue
  stem=${ref%_ref.*}
  for dist in "$stem"_*; do
    [ "$dist" = "$ref" ] && continue
    name=$(basename "$dist")
    echo
    echo "${name%.*}"
    build/release/assay compare-backends "$ref" "$dist" --feature ssimulacra2 \
      --feature ssimulacra2=profile=vmaf --feature psnr=enable_mse=true:enable_apsnr=true \
      --feature float_psnr -o "$results/compare_${name%.*}.json" "$@" || status=$?
  done
done
exit $status

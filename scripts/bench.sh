#!/bin/sh
# Runs the benchmarks: a table on the terminal, JSON in build/bench.json.
set -eu
cd "$(dirname "$0")/.."
build/release/bench/assay_bench --benchmark_out=build/bench.json --benchmark_out_format=json "$@"

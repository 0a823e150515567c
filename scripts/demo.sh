#!/bin/sh
# Makes a two-second clip and a low-quality encode of it, and scores the pair.
set -eu
cd "$(dirname "$0")/.."
photograph=/usr/share/libjxl-testdata/jxl/flower/flower.png
folder=build/demo
ref=$folder/flower_1280x720_ref.mkv
dist=$folder/flower_1280x720_x264crf36.mp4

mkdir -p "$folder"
ffmpeg="ffmpeg -nostdin -hide_banner -loglevel error -y"
$ffmpeg -i "$photograph" \
  -vf "zoompan=z=1+0.005*on:x=on*6:y=on*3:d=48:s=1280x720:fps=24,format=yuv420p" \
  -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv \
  -c:v libx264 -preset veryfast -qp 0 "$ref"
$ffmpeg -i "$ref" -c:v libx264 -preset medium -crf 36 "$dist"

set -x
build/release/assay "$ref" "$dist" --metrics psnr,ssimulacra2

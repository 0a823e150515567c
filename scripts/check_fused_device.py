#!/usr/bin/env python3
"""Checks that CUDA device code fuses products and sums only where the source says fma.

Each CUDA source of the build is looked at twice, with the flags of the build:

1. As PTX, with fma taken out of the source (plain_fma.h): then nothing may be fused, every product and sum
   must say that it rounds to nearest (ptxas may fuse those that do not), and nothing may be approximate or
   flushed to zero but what the source wrote as assembler.
2. As machine code of that PTX, with divisions and square roots taken out, since they are made of fused
   instructions: then none may be left.

The same with --fmad=true must be found fused, in a probe and in the sources together, or the check is
blind and fails.

Usage: check_fused_device.py COMPILE_COMMANDS_JSON
"""
import argparse
import json
import pathlib
import re
import shlex
import struct
import subprocess
import sys
import tempfile

PLAIN_FMA = pathlib.Path(__file__).resolve().parent.parent / "tests/check/contraction/plain_fma.h"

PROBE = """
__global__ void probe(float* x, double* y) {
  x[3] = x[0] * x[1] + x[2];
  y[3] = y[0] * y[1] + y[2];
}
"""

ASSEMBLER = re.compile(r"// begin inline asm.*?// end inline asm", re.S)
FUSED = re.compile(r"\b(?:fma|mad)(?:\.\w+)*\.f(?:16x2|16|32|64)\b")
UNROUNDED = re.compile(r"\b(?:add|sub|mul|div|sqrt|rcp)(?:\.ftz|\.sat)*\.f(?:32|64)\b")
INEXACT = re.compile(r"\b\w+(?:\.\w+)*\.(?:approx|full|ftz)\b[\w.]*")
ARITHMETIC = re.compile(r"\b(?:add|sub|mul)\.rn\.f(?:32|64)\b")

# Low nine bits of an instruction's first word, the same on all architectures since sm_70. The probe would
# show a change.
OPERATIONS = {0x020: "FMUL", 0x021: "FADD", 0x023: "FFMA", 0x028: "DMUL", 0x029: "DADD", 0x02B: "DFMA"}


def run(arguments, cwd=None):
    subprocess.run(arguments, check=True, cwd=cwd, stdout=subprocess.DEVNULL)


class Compiler:
    """One CUDA source's command line."""

    def __init__(self, entry):
        words = shlex.split(entry["command"])
        start = next(i for i, word in enumerate(words) if pathlib.Path(word).name == "nvcc")
        self.nvcc = words[start]
        self.cwd = entry["directory"]
        self.source = entry["file"]
        self.flags = []
        self.architectures = set()
        words = iter(words[start + 1:])
        for word in words:
            if word in ("-o", "-MF", "-MT", "-MQ"):
                next(words)
            elif word.startswith("--generate-code="):
                self.architectures |= set(re.findall(r"\bsm_(\d+)", word))
            elif word not in ("-c", "-MD", "--device-c") and word != self.source:
                self.flags.append(word)

    def ptx(self, source, out, fmad=False):
        newest = max(self.architectures, key=int)
        flags = [f for f in self.flags if not f.startswith("--fmad")] + ["--fmad=true"] if fmad else self.flags
        run([self.nvcc, *flags, f"-arch=compute_{newest}", "-include", str(PLAIN_FMA), "--ptx",
             str(source), "-o", str(out)], self.cwd)
        return out.read_text()

    def assemble(self, ptx, folder):
        """Counts of operations in the machine code of PTX text for the newest architecture."""
        newest = max(self.architectures, key=int)
        text, cubin = folder / "x.ptx", folder / "x.cubin"
        text.write_text(ptx)
        run([str(pathlib.Path(self.nvcc).parent / "ptxas"), f"-arch=sm_{newest}", str(text), "-o", str(cubin)])
        return count_operations(cubin.read_bytes())


def code_sections(elf):
    """(name, machine code) of each function of a 64-bit ELF file."""
    assert elf[:5] == b"\x7fELF\x02"
    offset, = struct.unpack_from("<Q", elf, 0x28)
    size, count, names = struct.unpack_from("<HHH", elf, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", elf, offset + i * size) for i in range(count)]
    table = headers[names][4]
    for name, kind, _, _, start, length in headers:
        text = elf[table + name:elf.index(b"\0", table + name)]
        if text.startswith(b".text.") and kind == 1:
            yield text[len(b".text."):].decode(), elf[start:start + length]


def count_operations(cubin):
    counts = dict.fromkeys(OPERATIONS.values(), 0)
    for _, code in code_sections(cubin):
        for i in range(0, len(code) - 15, 16):
            operation = OPERATIONS.get(struct.unpack_from("<H", code, i)[0] & 0x1FF)
            if operation:
                counts[operation] += 1
    return counts


def fused(counts):
    return counts["FFMA"] + counts["DFMA"]


def without_divisions(ptx):
    """PTX whose divisions and roots, also those of integers, are other instructions of one operation."""
    ptx = re.sub(r"\bdiv\.rn\.(f32|f64)\b", r"min.\1", ptx)
    ptx = re.sub(r"\b(?:sqrt|rcp)\.rn\.(f32|f64)\b", r"neg.\1", ptx)
    return re.sub(r"\b(?:div|rem)\.([su](?:16|32|64))\b", r"min.\1", ptx)


def unrounded(ptx):
    """PTX that ptxas may fuse."""
    return re.sub(r"\b(add|sub|mul)\.rn\.(f32|f64)\b", r"\1.\2", ptx)


def check_source(compiler, source, folder):
    """(problems, arithmetic instructions, fused ones of the control, fused ones ptxas could make)."""
    ptx = compiler.ptx(source, folder / "plain.ptx")
    code = ASSEMBLER.sub("", ptx)
    problems = [f"{source}: {found} in device code"
                for pattern in (FUSED, UNROUNDED, INEXACT) for found in sorted(set(pattern.findall(code)))]
    control = compiler.ptx(source, folder / "control.ptx", fmad=True)
    counts = compiler.assemble(without_divisions(ptx), folder)
    if fused(counts) > 0:
        problems.append(f"{source}: {fused(counts)} fused instructions in machine code")
    could = compiler.assemble(unrounded(without_divisions(ptx)), folder)
    return problems, len(ARITHMETIC.findall(code)), len(FUSED.findall(control)), fused(could)


def check_probe(compiler, folder):
    source = folder / "probe.cu"
    source.write_text(PROBE)
    problems, arithmetic, control, could = check_source(compiler, source, folder)
    counts = compiler.assemble(compiler.ptx(source, folder / "probe.ptx"), folder)
    expected = {"FMUL": 1, "FADD": 1, "FFMA": 0, "DMUL": 1, "DADD": 1, "DFMA": 0}
    if counts != expected:
        problems.append(f"the probe is {counts} in machine code, not {expected}: the reader is wrong")
    if (arithmetic, control, could) != (4, 2, 2):
        problems.append(f"the probe's control is fused {control} and {could} times, not twice: nothing is seen")
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("commands", type=pathlib.Path)
    options = parser.parse_args()
    entries = [e for e in json.loads(options.commands.read_text(encoding="utf-8")) if e["file"].endswith(".cu")]
    if not entries:
        print("no CUDA sources in this build")
        return 1
    problems = []
    arithmetic = control = could = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        problems += check_probe(Compiler(entries[0]), folder)
        for entry in entries:
            compiler = Compiler(entry)
            result = check_source(compiler, entry["file"], folder)
            problems += result[0]
            arithmetic, control, could = (a + b for a, b in zip((arithmetic, control, could), result[1:]))
    if control == 0 or could == 0:
        problems.append(f"--fmad=true fuses {control} and ptxas {could} instructions: nothing is seen")
    print("\n".join(problems) or f"{len(entries)} sources, {arithmetic} float operations, none fused; "
          f"with --fmad=true {control} would be, in ptxas {could}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

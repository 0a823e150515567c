#!/usr/bin/env python3
"""Checks that kernels that run on devices without double precision hold no instruction for it.

Looks at the PTX and at the machine code of each CUDA source of the named metrics, compiled with the flags
of the build. Kernels that say kNeedsDouble, which is in their mangled names, must hold some, and others none. A
probe shows that the instructions are recognised in machine code.

Usage: check_double_free.py COMPILE_COMMANDS_JSON METRIC...
"""
import argparse
import json
import pathlib
import re
import sys
import tempfile

from check_fused_device import Compiler, code_sections, run

PROBE = """
__global__ void probe(double* x, float* f) {
  x[3] = x[0] * x[1] + x[2];
  x[4] = __fma_rn(x[0], x[1], x[2]);
  x[5] = x[0] < x[1] ? f[0] : 1.0;
  f[1] = static_cast<float>(x[0]);
  x[6] = rint(x[2]);
}
"""

KERNEL = re.compile(r"\.entry (\w+)\(.*?^\}", re.S | re.M)
DOUBLE = re.compile(r"\.f64\b")
NEEDS_DOUBLE = re.compile(r"Lb([01])EEEv")  # the last template argument

# Low nine bits of an instruction's first word, the same on all architectures since sm_70.
# Conversions between integers and doubles are left to PTX: they look like those of 64-bit integers and floats.
OPERATIONS = {0x028: "DMUL", 0x029: "DADD", 0x02A: "DSETP", 0x02B: "DFMA", 0x110: "F2F.64", 0x113: "FRND.64"}


def operations(code):
    """The double-precision operations of a kernel's machine code."""
    words = (int.from_bytes(code[i:i + 2], "little") & 0x1FF for i in range(0, len(code) - 15, 16))
    return [OPERATIONS[word] for word in words if word in OPERATIONS]


def kernels_of(compiler, source, folder):
    """{mangled name: (double-precision lines of PTX, operations of machine code)}."""
    newest = max(compiler.architectures, key=int)
    text, cubin = folder / "x.ptx", folder / "x.cubin"
    run([compiler.nvcc, *compiler.flags, f"-arch=compute_{newest}", "--ptx", str(source), "-o", str(text)], compiler.cwd)
    run([str(pathlib.Path(compiler.nvcc).parent / "ptxas"), f"-arch=sm_{newest}", str(text), "-o", str(cubin)])
    ptx = text.read_text()
    machine = dict(code_sections(cubin.read_bytes()))
    return {found[1]: (len(DOUBLE.findall(found[0])), operations(machine[found[1]]))
            for found in KERNEL.finditer(ptx)}, re.findall(r"^\s*\.func", ptx, re.M)


def check_probe(compiler, folder):
    source = folder / "probe.cu"
    source.write_text(PROBE)
    ((lines, seen),) = kernels_of(compiler, source, folder)[0].values()
    unseen = set(OPERATIONS.values()) - set(seen)
    if unseen or not lines:
        return [f"the probe's machine code shows no {', '.join(sorted(unseen))}: the reader is wrong"]
    return []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("commands", type=pathlib.Path)
    parser.add_argument("metrics", nargs="+")
    options = parser.parse_args()
    entries = json.loads(options.commands.read_text(encoding="utf-8"))
    problems = []
    free = double = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number, metric in enumerate(options.metrics):
            found = [e for e in entries if e["file"].endswith(f"/assay_metrics/{metric}_cuda.cu")]
            if not found:
                problems.append(f"no CUDA source of {metric} in this build")
                continue
            compiler = Compiler(found[0])
            if number == 0:
                problems += check_probe(compiler, folder)
            kernels, functions = kernels_of(compiler, found[0]["file"], folder)
            if functions or not kernels:
                problems.append(f"{metric}: {len(kernels)} kernels and {len(functions)} functions outside of them")
            for kernel, (lines, seen) in kernels.items():
                says = NEEDS_DOUBLE.search(kernel)
                if not says:
                    problems.append(f"{kernel}: the name does not tell whether it needs double precision")
                elif says[1] == "1":
                    double += 1
                    if not (lines and seen):
                        problems.append(f"{kernel}: says that it needs double precision and holds none")
                else:
                    free += 1
                    if lines or seen:
                        problems.append(f"{kernel}: {lines} lines of PTX and {len(seen)} instructions in double precision")
    if double == 0:
        problems.append("no kernel says that it needs double precision: nothing is seen")
    print("\n".join(problems) or f"{free} kernels without double precision, {double} with it that say so")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

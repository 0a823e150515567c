#!/usr/bin/env python3
"""Checks that HIP device code fuses products and sums only where the source says fma.

Each source with kernels is looked at for one architecture of each generation that the build has:

1. As LLVM's intermediate code, with fma and square roots taken out of the source (plain_roots.h): then nothing
   may be fused, nothing may be marked as free to fuse, and nothing may be approximate or flushed to zero.
2. As machine code of that, with divisions and conversions taken out that are made of fused instructions: then
   none may be left. Marked as free to fuse, the same must be fused.
3. As it was built: llvm-objdump counts the fused instructions, those that the source wrote and those of divisions and
   roots. For one architecture the source is compiled with -ffp-contract=fast too and must have more.

For one architecture, each kernel's intermediate code holds doubles where the kernel says that it needs them, and
nowhere else. A probe shows that each step sees what it looks for.

Usage: check_fused_hip.py HIP_COMMANDS_TXT   (the build writes it)
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys
import tempfile

PLAIN = pathlib.Path(__file__).resolve().parent.parent / "tests/check/contraction/plain_roots.h"

PROBE = """
#include <hip/hip_runtime.h>
#include <cmath>
__global__ void sums(float* x, double* y) {
  x[3] = x[0] * x[1] + x[2];
  y[3] = y[0] * y[1] + y[2];
}
__global__ void written(float* x) { x[3] = std::fma(x[0], x[1], x[2]); }
__global__ void expanded(float* x, double* y, long long* n) {
  x[3] = x[0] / x[1];
  y[3] = std::sqrt(y[0]) / y[1];
  n[0] = static_cast<long long>(y[2]) / n[1] + static_cast<long long>(x[2]);
}
"""

PROBE_OF_DOUBLES = """
define protected amdgpu_kernel void @{name}({type} %0) {{
  ret void
}}
"""

CONTRACTION = "-ffp-contract=off"
FUSED_CODE = re.compile(r"@llvm\.(?:fma|fmuladd)\.\S+?\(")
FREE = re.compile(r"\bf(?:mul|add|sub|div|neg|rem|cmp) (?:\w+ )*?(?:fast|contract|reassoc|afn|arcp)\b")
INEXACT = re.compile(r'!fpmath|"unsafe-fp-math"="true"|"denormal-fp-math(?:-f32)?"="preserve-sign|'
                     r"@llvm\.amdgcn\.(?:rcp|rsq|sqrt|fmed3|fma)\.\S+?\(")
KERNEL = re.compile(r"^define [^\n]*amdgpu_kernel void @(\S+?)\((.*?)^}", re.M | re.S)
NEEDS_DOUBLE = re.compile(r"Lb([01])EEEv")  # the last template argument of a kernel's name
DOUBLE = re.compile(r"\bdouble\b")
ARITHMETIC = re.compile(r"\bf(?:mul|add|sub) ")
FUSED = re.compile(r"^\s+v_(?:pk_|dual_)*(?:fma|fmac|fmaak|fmamk|mad|mac|madak|madmk)(?:_mix\w*|_legacy)?_f\d+", re.M)
BUNDLE = b"__CLANG_OFFLOAD_BUNDLE__"


def run(arguments, cwd=None):
    # hipcc names libraries even where nothing is linked, and clang says so.
    done = subprocess.run([str(a) for a in arguments], cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{shlex.join(str(a) for a in arguments)}\n{done.stderr}")
    return done.stdout


class Compiler:
    """The command line of one source."""

    is_probe = False  # of code that is not the project's

    def __init__(self, line):
        words = shlex.split(line)
        self.hipcc = words.pop(0)
        self.flags, self.architectures = [], []
        words = iter(words)
        for word in words:
            if word in ("-o", "-MF", "-MT"):
                value = next(words)
                if word == "-o":
                    self.object = pathlib.Path(value)
            elif word == "-c":
                self.source = next(words)
            elif word.startswith("--offload-arch="):
                self.architectures.append(word.split("=", 1)[1])
            elif word != "-MD":
                self.flags.append(word)

    def code(self, architecture, out, *extra, contraction="off"):
        """Text that hipcc makes for a device."""
        flags = [f"-ffp-contract={contraction}" if f == CONTRACTION else f for f in self.flags]
        # hipcc adds libraries, which nothing here links.
        run([self.hipcc, *flags, "-Wno-unused-command-line-argument", f"--offload-arch={architecture}",
             "--cuda-device-only", *extra, "-S", self.source, "-o", out])
        return out.read_text()


class Tools:
    """clang and llvm-objdump of hipcc's LLVM."""

    def __init__(self, hipcc):
        version = run([hipcc, "--version"])
        folder = re.search(r"InstalledDir: (.*)", version).group(1)
        number = re.search(r"clang version (\d+)", version).group(1)
        self.clang = self.find(folder, "clang", number)
        self.objdump = self.find(folder, "llvm-objdump", number)

    @staticmethod
    def find(folder, name, number):
        for path in (pathlib.Path(folder) / f"{name}-{number}", pathlib.Path(folder) / name):
            if path.exists():
                return path
        raise RuntimeError(f"no {name} in {folder}")

    def assemble(self, code, architecture, folder):
        """Machine code, as text, of intermediate code."""
        source, out = folder / "cut.ll", folder / "cut.s"
        source.write_text(code)
        run([self.clang, "-x", "ir", source, "--target=amdgcn-amd-amdhsa", f"-mcpu={architecture}", "-O3", "-S",
             "-nogpulib", "-o", out])
        return out.read_text()

    def disassemble(self, object_file, architecture, folder):
        """Machine code, as text, of the code objects in an object file."""
        text = ""
        for number, code in enumerate(code_objects(object_file.read_bytes(), architecture)):
            path = folder / f"{number}.co"
            path.write_bytes(code)
            text += run([self.objdump, "-d", f"--mcpu={architecture}", path])
        return text


def code_objects(data, architecture):
    """What clang's bundles in an object file hold for an architecture."""
    for bundle in re.finditer(BUNDLE, data):
        count, = struct.unpack_from("<Q", data, bundle.end())
        at = bundle.end() + 8
        for _ in range(count):
            offset, size, length = struct.unpack_from("<QQQ", data, at)
            target = data[at + 24:at + 24 + length].decode()
            at += 24 + length
            if target.endswith(f"-{architecture}"):
                yield data[bundle.start() + offset:bundle.start() + offset + size]


def without_expansions(code):
    """Intermediate code whose divisions and conversions to 64 bits are other instructions."""
    code = re.sub(r"\bfdiv ", "fadd ", code)
    code = re.sub(r"\b(?:udiv|sdiv|urem|srem) (?:exact )?", "or ", code)
    code = re.sub(r"\bfpto[su]i double (\S+) to i64", r"bitcast double \1 to i64", code)
    return re.sub(r"(%\S+) = fpto([su])i float (\S+) to i64",
                  r"%cut.\g<1>x = fpto\2i float \3 to i32\n  \1 = zext i32 %cut.\g<1>x to i64", code).replace(
                      "%cut.%", "%cut.")


def free_to_fuse(code):
    return re.sub(r"\b(fmul|fadd|fsub|fneg) ", r"\1 contract ", code)


def count(text):
    return len(FUSED.findall(text))


def check_doubles(source, code):
    """Problems of the kernels of intermediate code, or of what lies outside of them."""
    problems = []
    kernels = KERNEL.findall(code)
    for name, body in kernels:
        says = NEEDS_DOUBLE.search(name)
        if not says:
            problems.append(f"{source}: {name} does not tell whether it needs double precision")
        elif (says[1] == "1") != bool(DOUBLE.search(body)):
            problems.append(f"{source}: {name} says {says[1]} of double precision, and its code says otherwise")
    outside = re.findall(r"^define [^\n]*\{\n.*?^}", KERNEL.sub("", code), re.M | re.S)
    if not kernels or any(DOUBLE.search(function) for function in outside):
        problems.append(f"{source}: {len(kernels)} kernels, and functions with doubles outside of them")
    return problems


def check_source(compiler, tools, architecture, contracts=True):
    """(problems, products and sums, fused if free, fused as built, fused if contracted; as built if that is not
    asked for)."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        code = compiler.code(architecture, folder / "x.ll", "-include", PLAIN, "-emit-llvm")
        problems = [f"{compiler.source}: {found.strip()} for {architecture}"
                    for pattern in (FUSED_CODE, FREE, INEXACT) for found in sorted(set(pattern.findall(code)))]
        cut = without_expansions(code)
        left = count(tools.assemble(cut, architecture, folder))
        if left:
            problems.append(f"{compiler.source}: {left} fused instructions for {architecture}")
        free = count(tools.assemble(free_to_fuse(cut), architecture, folder))
        built = count(tools.disassemble(compiler.object, architecture, folder))
        contracted = built
        if contracts:
            contracted = count(compiler.code(architecture, folder / "x.s", contraction="fast"))
            if not compiler.is_probe:
                problems += check_doubles(compiler.source, compiler.code(architecture, folder / "x.ll", "-emit-llvm"))
        return problems, len(ARITHMETIC.findall(code)), free, built, contracted


def check_probe(compiler, tools, architecture):
    with tempfile.TemporaryDirectory() as name:
        probe = Compiler(shlex.join([compiler.hipcc, *compiler.flags, "-c", "x", "-o", "x"]))
        probe.is_probe = True
        probe.source, probe.object = pathlib.Path(name) / "probe.cpp", pathlib.Path(name) / "probe.o"
        pathlib.Path(probe.source).write_text(PROBE)
        run([probe.hipcc, *probe.flags, f"--offload-arch={architecture}", "-c", probe.source, "-o", probe.object])
        problems, _, free, built, contracted = check_source(probe, tools, architecture)
        wrong = {name: PROBE_OF_DOUBLES.format(name=name, type=kind) for name, kind in
                 (("_ZLb0EEEv", "double"), ("_ZLb1EEEv", "float"), ("_Z", "float"))}
        if not all(check_doubles("probe", code) for code in wrong.values()) or check_doubles(
                "probe", PROBE_OF_DOUBLES.format(name="_ZLb1EEEv", type="double")):
            problems.append("the probe of double precision is not seen")
        if free != 3 or built < 10 or contracted != built + 2:
            problems.append(f"the probe for {architecture} is fused {free}, {built} and {contracted} times: "
                            "nothing is seen")
        return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("commands", type=pathlib.Path)
    options = parser.parse_args()
    compilers = [Compiler(line) for line in options.commands.read_text(encoding="utf-8").splitlines()]
    if not compilers:
        print("no HIP sources in this build")
        return 1
    tools = Tools(compilers[0].hipcc)
    # gfx1030 and gfx1036 have the same instructions.
    generations = {re.sub(r"\w\w$", "", a): a for a in reversed(compilers[0].architectures)}
    contracted = compilers[0].architectures[0]  # one is enough to compare with
    problems, totals = [], {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for architecture in generations.values():
            problems += check_probe(compilers[0], tools, architecture)
            results = pool.map(lambda c, a=architecture: check_source(c, tools, a, a == contracted), compilers)
            total = [0, 0, 0, 0]
            for found, *counts in results:
                problems += found
                total = [a + b for a, b in zip(total, counts)]
            totals[architecture] = total
            if total[1] == 0 or (architecture == contracted and total[3] <= total[2]):
                problems.append(f"{architecture}: contraction fuses {total[1]}, and {total[3]} instead of {total[2]} "
                                "instructions: nothing is seen")
    print("\n".join(problems) or f"{len(compilers)} sources")
    for architecture, (arithmetic, free, built, fast) in totals.items():
        compared = f", {fast} with -ffp-contract=fast" if architecture == contracted else ""
        print(f"{architecture}: {arithmetic} products and sums, none fused where {free} could be; as built {built} "
              f"fused instructions{compared}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Checks that every file is compiled with the flags that keep the numbers.

Usage: check_flags.py COMPILE_COMMANDS_JSON
"""
import json
import shlex
import sys

# Made to be fused, to show what the project's flags prevent.
FUSING = "product_sums_fusing"
# Syntax checks of headers; no code comes from them.
HEADERS_ONLY = "verify_interface_header_sets"

# What nvcc must be told.
DEVICE = {"--fmad": "false", "--ftz": "false", "--prec-div": "true", "--prec-sqrt": "true"}

FORBIDDEN = ("--use_fast_math", "-use_fast_math", "-Ofast", "-ffast-math", "-funsafe-math-optimizations", "-fassociative-math",
             "-freciprocal-math", "-ffinite-math-only", "-mfpmath=387", "-march=", "-mfma", "-mavx")


def last_value(arguments, option):
    """The last value of an option, which counts."""
    chosen = [a.split("=", 1)[1] for a in arguments if a.startswith(option + "=")]
    return chosen[-1] if chosen else None


def contraction(arguments):
    """-ffp-contract of a C++ or CUDA command."""
    host = [a.removeprefix("-Xcompiler=") for a in arguments]
    return last_value(host, "-ffp-contract")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        commands = json.load(file)
    problems = []
    kept = fusing = 0
    for entry in commands:
        arguments = shlex.split(entry["command"])
        output = arguments[arguments.index("-o") + 1]
        if HEADERS_ONLY in output:
            continue
        if FUSING in output:
            fusing += contraction(arguments) == "fast"
            continue
        kept += 1
        if contraction(arguments) != "off":
            problems.append(f"{output}: no -ffp-contract=off")
        if entry["file"].endswith(".cu"):
            for option, value in DEVICE.items():
                if last_value(arguments, option) != value:
                    problems.append(f"{output}: no {option}={value}")
        for argument in arguments:
            if argument.startswith(FORBIDDEN):
                problems.append(f"{output}: {argument}")
    if kept < 10:
        problems.append(f"only {kept} files found")
    if fusing != 1:
        problems.append("the control file is not compiled with -ffp-contract=fast")
    print("\n".join(problems) or f"{kept} files keep the numbers")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

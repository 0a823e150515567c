#!/usr/bin/env python3
"""Checks that object files fuse products and sums only where the source says fma.

Fused instructions may stand in functions compiled for one of Highway's instruction sets, in objects whose
source says fma, and nowhere else. A control object that was made to be fused shows that they are
found.

Usage: check_fused.py COMPILE_COMMANDS_JSON [--objdump PROGRAM]
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

CONTROL = "product_sums_fusing"
COUNTERPART = "product_sums_project"

SYMBOL = re.compile(r"^[0-9a-f]+ <(.+)>:$")
INSTRUCTION = re.compile(r"^\s+[0-9a-f]+:\t")
FUSED = re.compile(r"\tvfn?m(add|sub)(add|sub)?\d{3}[ps][sdh]\b|\tfn?m(add|sub)\b|\tfml[as]\b")
HIGHWAY_TARGET = re.compile(r"N_(AVX|NEON|SVE|RVV|WASM|PPC)\w*")
WRITES_FMA = re.compile(r"\bfma\s*\(|\b(Neg)?MulAdd\s*\(|\b(Neg)?MulSub\s*\(")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)


def read_sources(path, roots, seen):
    """The text of a source and of the project's -inl.h files below it."""
    if path in seen:
        return ""
    seen.add(path)
    text = path.read_text(encoding="utf-8")
    parts = [text]
    for name in INCLUDE.findall(text):
        for root in roots:
            if name.endswith("-inl.h") and (root / name).is_file():
                parts.append(read_sources(root / name, roots, seen))
    return "\n".join(parts)


def fused_symbols(objdump, path):
    """(number of instructions, symbols with fused ones) of an object file."""
    text = subprocess.run([objdump, "-d", "--no-show-raw-insn", path], check=True,
                          capture_output=True, text=True).stdout
    instructions, symbols, symbol = 0, set(), "?"
    for line in text.splitlines():
        start = SYMBOL.match(line)
        if start:
            symbol = start.group(1)
        elif INSTRUCTION.match(line):
            instructions += 1
            if FUSED.search(line):
                symbols.add(symbol)
    return instructions, symbols


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("commands", type=pathlib.Path)
    parser.add_argument("--objdump", default="objdump")
    options = parser.parse_args()

    project = pathlib.Path(__file__).resolve().parent.parent
    roots = [project / "src", project / "include", project / "tests"]
    problems = []
    checked = writing = 0
    control_found = counterpart_found = False
    for entry in json.loads(options.commands.read_text(encoding="utf-8")):
        arguments = shlex.split(entry["command"])
        output = arguments[arguments.index("-o") + 1]
        path = os.path.join(entry["directory"], output)
        if not output.startswith(("src/", "tools/")) and "product_sums" not in output:
            continue
        if "verify_interface_header_sets" in output or not os.path.exists(path):
            continue
        instructions, symbols = fused_symbols(options.objdump, path)
        if CONTROL in output:
            control_found = any(HIGHWAY_TARGET.search(symbol) for symbol in symbols)
            continue
        if COUNTERPART in output:
            counterpart_found = instructions > 0
        checked += instructions > 0
        outside = sorted(s for s in symbols if not HIGHWAY_TARGET.search(s))
        for symbol in outside:
            problems.append(f"{output}: {symbol} is fused outside Highway's instruction sets")
        source = pathlib.Path(entry["directory"], entry["file"])
        says_fma = bool(WRITES_FMA.search(read_sources(source, roots, set())))
        writing += says_fma and bool(symbols)
        if not says_fma:
            for symbol in sorted(symbols - set(outside)):
                problems.append(f"{output}: {symbol} is fused, but its source writes no fma")
    if not control_found:
        problems.append("no fused instruction found in the control object: this check sees nothing")
    if not counterpart_found:
        problems.append("the control's counterpart with the project's flags was not found")
    if checked < 10:
        problems.append(f"only {checked} objects with code found")
    print("\n".join(problems) or f"{checked} objects checked, {writing} with fma of their own")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

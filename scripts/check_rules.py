#!/usr/bin/env python3
"""Checks the rules of the house that need no compiler.

Usage: check_rules.py [ROOT]
"""
import collections
import os
import pathlib
import re
import subprocess
import sys

MAX_LINES = 400
# Constants as data: as long as the data is, and a value may stand twice.
DATA = re.compile(r"(weights|_data|_table|_golden)\w*\.(h|cpp|inc|json|tsv|txt)$")
# What benchmarks wrote.
RESULTS = "bench/results/"
CODE = {".h", ".cpp"}
TEXT = CODE | {".py", ".sh", ".md", ".cmake", ".in", ".txt", ".json", ".yml", ".supp", ""}

# Words that have no place in the project, with the reason. One letter in brackets keeps a rule
# from matching itself.
BANNED = [
    (r"\b(TO[D]O|FIX[M]E|XX[X]|HAC[K])\b", "unfinished work"),
    (r"(?<![\w.])/(wor[k]|hom[e]|roo[t]|mn[t]|tm[p])/", "a path of one machine"),
    (r"(?i)\b(issu[e]s?|ticke[t]s?|workplac[e]|jir[a])\b", "how the work was organised"),
    # A device has sessions; work in sessions is not the code's to tell.
    (r"(?i)\b(this|last|next|previous|earlier|another|our|filed by a) sessio[n]s?\b",
     "how the work was organised"),
    (r"(?i)\b(claud[e]|chatgp[t]|copilo[t]|languag[e] model)\b", "who typed it"),
    (r"\b(DESIG[N]\.md|CATALOGU[E]|RULE[S]\.md)", "a page that is not in the project"),
    (r"\b(class|struct|namespace) \w*(Manage[r]|Helpe[r]|Uti[l])s?\b", "a name that says nothing"),
  ]

NUMBER = re.compile(r"(?<![\w.])\d*\.?\d+(?:[eE][-+]?\d+)?(?=[fFlL]?(?![\w.]))")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
LONG_DIGITS = 8
LONG_STRING = 40


def project_files(root):
    """Tracked and new files; without git, all but build outputs."""
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True)
    if listed.returncode == 0 and listed.stdout:
        names = [os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
    else:
        names = [p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file()]
        names = [n for n in names if not n.startswith(("build/", ".git/"))]
    return sorted(n for n in set(names) if (root / n).is_file())


def check_text(name, text):
    """Problems of one text file."""
    problems = []
    path = pathlib.PurePosixPath(name)
    lines = text.split("\n")
    if "\r" in text:
        problems.append(f"{name}: carriage returns, lines end with a line feed only")
    if text and not text.endswith("\n"):
        problems.append(f"{name}: no line feed at the end")
    makefile = path.name in ("Makefile", ".gitmodules")
    if "\t" in text and not makefile and path.suffix not in (".tsv",):
        problems.append(f"{name}: tabs")
    is_data = DATA.search(path.name) or name.startswith(RESULTS)
    if len(lines) - 1 > MAX_LINES and not is_data:
        problems.append(f"{name}: {len(lines) - 1} lines, at most {MAX_LINES}")
    if path.suffix == ".h" and not re.search(r"^#pragma once$", text, re.M):
        read_again = path.name.endswith("-inl.h") and re.search(
            r"No include[\s/]+guard|HWY_TARGET_TOGGLE", text)
        if not read_again:
            problems.append(f"{name}: no #pragma once")
    for number, line in enumerate(lines, 1):
        if line != line.rstrip(" ") and path.suffix != ".md":
            problems.append(f"{name}:{number}: blanks at the end of the line")
        for pattern, reason in BANNED:
            found = re.search(pattern, line)
            if found:
                problems.append(f"{name}:{number}: \"{found.group(0)}\": {reason}")
    return problems


def strip_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)


def long_literals(text):
    """Numbers with many digits and long strings in C++ code."""
    code = strip_comments(text)
    code = re.sub(r"^\s*#\s*include[^\n]*", "", code, flags=re.M)
    for string in STRING.findall(code):
        if len(string) >= LONG_STRING:
            yield f'"{string}"'
    for number in NUMBER.findall(STRING.sub('""', code)):
        digits = re.sub(r"[eE].*|\.", "", number).strip("0")
        if len(digits) >= LONG_DIGITS:
            yield number


def check_literals(files):
    """files: name -> text. Long literals stand once in the library and its tool."""
    places = collections.defaultdict(list)
    for name, text in files.items():
        if not name.startswith(("src/", "include/", "tools/")) or DATA.search(name):
            continue
        for literal in long_literals(text):
            places[literal].append(name)
    return [f"{', '.join(sorted(set(names)))}: {literal} stands {len(names)} times, name it once"
            for literal, names in sorted(places.items()) if len(names) > 1]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    problems = []
    code = {}
    names = project_files(root)
    for name in names:
        path = root / name
        if path.suffix not in TEXT:
            continue
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            if path.suffix in CODE:
                problems.append(f"{name}: not UTF-8")
            continue
        problems += check_text(name, text)
        if path.suffix in CODE:
            code[name] = text
    problems += check_literals(code)
    licence = root / "LICENSE"
    if not licence.is_file() or "BSD 2-Clause" not in licence.read_text():
        problems.append("LICENSE: the BSD 2-Clause licence is missing")
    if not code:
        problems.append(f"no C++ files below {root}")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

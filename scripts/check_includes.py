#!/usr/bin/env python3
"""Checks that includes point downwards only.

Usage: check_includes.py [ROOT]
"""
import pathlib
import re
import sys

# What each layer may include, besides itself and the standard library. Tools are users too and see
# every public header.
ALLOWED = {
    "base": set(),
    "math": {"base"},
    "image": {"base", "math"},
    "cpu": {"base", "math", "image"},
    "device": {"base", "math", "image"},
    "metrics": {"base", "math", "image", "cpu", "device"},
    "media": {"base", "image"},
    "engine": {"base", "math", "image", "cpu", "device", "metrics"},
    "report": {"base", "image", "engine"},
    "tools": {"base", "image", "cpu", "media", "engine", "report"},
}

# The layer that implements each public header.
PUBLIC = {
    "backend": "base",
    "devices": "device",
    "image": "image",
    "options": "base",
    "reader": "media",
    "report": "report",
    "result": "base",
    "scorer": "engine",
}

# Foreign headers that only some places may see.
FOREIGN = [
    (re.compile(r"hwy/"), re.compile(r"cpu/|math/[^/]*-inl\.h$|metrics/\w+/(\w*cpu\w*\.cpp|[^/]*-inl\.h)$")),
    (re.compile(r"libav\w+/"), re.compile(r"media/")),
    (re.compile(r"(oneapi/)?tbb/"), re.compile(r"cpu/")),
    (re.compile(r"nlohmann/"), re.compile(r"report/|model/|tools/")),
    (re.compile(r"CLI/"), re.compile(r"tools/")),
    (re.compile(r"cuda|nv\w+\.h|hip/|sycl/"), re.compile(r"device/")),
]

# Folders of src/metrics that hold no metric but what several of them share.
SHARED = {"gaussian_ssim"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def layer_of(path, where):
    """The layer of an included path, None for what is foreign."""
    parts = path.split("/")
    if parts[0] == "assay" and len(parts) == 2:
        name = parts[1].removesuffix(".h")
        if name not in PUBLIC:
            raise ValueError(f"{where}: public header {path} has no layer in {__file__}")
        return PUBLIC[name]
    return parts[0] if parts[0] in ALLOWED and len(parts) > 1 else None


def check_file(name, place, layer, text):
    """name: path for messages; place: path below src/ (or tools/...)."""
    problems = []
    for bracket, target in INCLUDE.findall(text):
        try:
            other = layer_of(target, name)
        except ValueError as error:
            problems.append(str(error))
            continue
        if other is not None:
            if bracket == "<":
                problems.append(f"{name}: <{target}> is our own, include it with quotes")
            is_for_all = layer == "tools" and target.startswith("assay/")
            if other != layer and other not in ALLOWED[layer] and not is_for_all:
                problems.append(f"{name}: {layer} must not include {target} ({other})")
        elif bracket == '"' and target.startswith("."):
            problems.append(f"{name}: {target} is relative, start at src/ or include/")
        for header, allowed in FOREIGN:
            # A file that Highway compiles once for each instruction set says so.
            vector_code = place.startswith("metrics/") and "HWY_TARGET_INCLUDE" in text
            if header.match(target) and not allowed.match(place) and not vector_code:
                problems.append(f"{name}: {target} may not be included here")
        # A metric sees itself and what all metrics share, never another metric.
        own, wanted = place.split("/"), target.split("/")
        if own[0] == "metrics" and len(own) > 2 and wanted[0] == "metrics" and len(wanted) > 2:
            if own[1] != wanted[1] and wanted[1] not in SHARED:
                problems.append(f"{name}: metric {own[1]} must not include {target}")
    return problems


def sources(root):
    """(path, place, layer) of every file the arrows hold for."""
    for folder, strip in (("src", "src"), ("tools", "."), ("include/assay", "include")):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            place = path.relative_to(root / strip).as_posix()
            first = place.split("/")[0]
            if first == "assay":
                name = path.stem
                if name not in PUBLIC:
                    yield path, place, None
                    continue
                first = PUBLIC[name]
            yield path, place, first if first in ALLOWED else None


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    problems = []
    count = 0
    for path, place, layer in sources(root):
        count += 1
        name = path.relative_to(root).as_posix()
        if layer is None:
            problems.append(f"{name}: no layer for it in {pathlib.Path(__file__).name}")
            continue
        problems += check_file(name, place, layer, path.read_text(encoding="utf-8"))
    if count == 0:
        problems.append(f"no sources below {root}")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Shows that the checks find what they look for, on files made to be wrong."""
import sys

import check_includes
import check_rules

WRONG_INCLUDES = [
    ("image/a.cpp", "image", '#include "media/byte_stream.h"\n'),
    ("image/a.cpp", "image", '#include "assay/scorer.h"\n'),
    ("media/a.cpp", "media", '#include "engine/pipeline.h"\n'),
    ("engine/a.cpp", "engine", "#include <hwy/highway.h>\n"),
    ("metrics/psnr/psnr.cpp", "metrics", '#include "hwy/highway.h"\n'),
    ("metrics/psnr/cpu.cpp", "metrics", '#include "metrics/ssimulacra2/plan.h"\n'),
    ("metrics/gaussian_ssim/map.h", "metrics", '#include "metrics/float_ssim/plan.h"\n'),
    ("report/a.cpp", "report", "#include <libavformat/avformat.h>\n"),
    ("tools/assay/a.cpp", "tools", '#include "device/device.h"\n'),
    ("media/a.cpp", "media", '#include "assay/devices.h"\n'),
    ("base/a.cpp", "base", '#include "../image/frame_pool.h"\n'),
    ("base/a.cpp", "base", "#include <assay/result.h>\n"),
    ("base/a.cpp", "base", '#include "assay/nowhere.h"\n'),
]
RIGHT_INCLUDES = [
    ("metrics/psnr/cpu.cpp", "metrics", '#include "hwy/highway.h"\n#include "metrics/metric.h"\n'),
    ("metrics/psnr/cpu.cpp", "metrics", '#include "metrics/psnr/psnr.h"\n#include <vector>\n'),
    ("metrics/float_ssim/plan.cpp", "metrics", '#include "metrics/gaussian_ssim/measures.h"\n'),
    ("tools/assay/a.cpp", "tools", '#include "assay/devices.h"\n'),
    ("tools/assay/main.cpp", "tools", '#include "assay/scorer.h"\n#include <CLI/CLI.hpp>\n'),
]
WRONG_TEXTS = [
    ("src/a.cpp", "int a;  // TO" + "DO\n"),
    ("src/a.cpp", 'open("/wor' + 'k/clip.y4m");\n'),
    ("doc/a.md", "See iss" + "ue 7.\n"),
    ("doc/a.md", "Found in an earlier ses" + "sion.\n"),
    ("src/a.cpp", "class FrameMana" + "ger {};\n"),
    ("src/a.cpp", "int a;\r\n"),
    ("src/a.cpp", "\tint a;\n"),
    ("src/a.cpp", "int a;"),
    ("src/a.cpp", "int a; \n"),
    ("src/a.h", "int a;\n"),
    ("src/a.cpp", "int a;\n" * 401),
    ("bench/a.json", "1,\n" * 401),
]
RIGHT_TEXTS = [
    ("src/a.h", "#pragma once\nint a;\n"),
    ("src/a-inl.h", "// Read often. No include\n// guard.\n"),
    ("src/a.cpp", "DeviceSession* session = nullptr;\n"),
    ("src/weights.h", "#pragma once\n" + "int a;\n" * 401),
    ("bench/results/a.json", "1,\n" * 401),
    ("Makefile", "all:\n\ttrue\n"),
    ("src/a.cpp", "auto a = b/work/c;\n"),
]
REPEATED = {"src/a.cpp": "double a = 0.1234567891;\n", "src/b.cpp": "double b = 0.1234567891f;\n"}
REPEATED_TEXT = {"src/a.cpp": 'f("%s"); g("%s");\n' % (2 * ("a long message that stands in two places",))}
NOT_REPEATED = {"src/a.cpp": "double a = 0.1234567891;\n",
                "tests/b.cpp": "double b = 0.1234567891;  // 0.1234567891\n",
                "src/c.cpp": "double c = 0.5 + 0.5 + 1000000000 + 1000000000;\n"}


def main():
    failures = []
    for place, layer, text in WRONG_INCLUDES:
        if not check_includes.check_file(place, place, layer, text):
            failures.append(f"not found in {place}: {text!r}")
    for place, layer, text in RIGHT_INCLUDES:
        failures += check_includes.check_file(place, place, layer, text)
    for name, text in WRONG_TEXTS:
        if not check_rules.check_text(name, text):
            failures.append(f"not found in {name}: {text[:40]!r}")
    for name, text in RIGHT_TEXTS:
        failures += check_rules.check_text(name, text)
    for files in (REPEATED, REPEATED_TEXT):
        if not check_rules.check_literals(files):
            failures.append(f"not found: {files}")
    failures += check_rules.check_literals(NOT_REPEATED)
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

# The front door. `make` alone builds; see README.md for the rest.
#
# JOBS=n      parallel jobs (default: all cores)
# PRESET=name release, debug, asan-ubsan, tsan, scalar or fuzz (default: release)
# PREFIX, DESTDIR  where `make install` puts things

PRESET ?= release
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local

.NOTPARALLEL:
.DEFAULT_GOAL := build
.PHONY: build test demo check tidy bench bench-devices format install clean packages

packages:
	@scripts/install-packages.sh build

build: packages
	@scripts/build.sh "$(PRESET)" "$(JOBS)"

test:
	@scripts/install-packages.sh build test
	@scripts/build.sh "$(PRESET)" "$(JOBS)"
	@scripts/test.sh "$(PRESET)" "$(JOBS)"

demo:
	@scripts/install-packages.sh build demo
	@scripts/build.sh release "$(JOBS)"
	@scripts/demo.sh

check:
	@scripts/install-packages.sh check
	@scripts/check.sh

tidy:
	@scripts/install-packages.sh build test check
	@scripts/tidy.sh "$(JOBS)"

bench:
	@scripts/install-packages.sh build bench
	@scripts/build.sh release "$(JOBS)"
	@scripts/bench.sh

# Figures of this machine's devices, in bench/results; CLIPS=folder of real clips.
bench-devices:
	@scripts/install-packages.sh build bench
	@scripts/build.sh release "$(JOBS)"
	@scripts/bench_devices.sh $(CLIPS)

format:
	@scripts/install-packages.sh check
	@scripts/format.sh

install: build
	@cmake --install "build/$(PRESET)" --prefix "$(PREFIX)"

clean:
	@rm -rf build

#!/bin/sh
# The quick check: format, include arrows, and the rules of the house. Under half a minute.
set -u
cd "$(dirname "$0")/.."
status=0

step() {
  name=$1
  shift
  if "$@"; then
    echo "ok      $name"
  else
    echo "FAILED  $name"
    status=1
  fi
}

check_format() {
  if found=$(find include src tests tools bench \( -name '*.h' -o -name '*.cpp' \) -print0 |
    xargs -0 -P 2 -n 24 clang-format --dry-run -Werror 2>&1); then
    return 0
  fi
  files=$(printf '%s\n' "$found" | sed -nE 's/^([^ :]+):[0-9]+:.*/\1/p' | sort -u)
  if [ -n "$files" ]; then
    printf 'not formatted, run make format:\n%s\n' "$files"
  else
    printf '%s\n' "$found"
  fi
  return 1
}

step "format" check_format
step "include arrows" python3 scripts/check_includes.py
step "house rules" python3 scripts/check_rules.py
step "the checks themselves" python3 scripts/check_checks.py
exit $status

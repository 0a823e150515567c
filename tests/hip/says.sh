#!/bin/sh
# says.sh PATTERN COMMAND...: whether a command ends with exit code 0 and prints a line that matches.
pattern=$1
shift
said=$("$@")
code=$?
printf '%s\n' "$said"
if [ "$code" -ne 0 ]; then
  echo "exit code $code"
  exit 1
fi
printf '%s\n' "$said" | grep -Eq -- "$pattern"

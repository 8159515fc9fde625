# shellcheck shell=bash
# What the tests of the packages share: where tools are kept, how they are installed, and how a test is skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target=${CARGO_TARGET_DIR:-$PWD/target}
case $target in /*) ;; *) target=$PWD/$target ;; esac
tools=$target/packages
mkdir -p "$tools"

# WHY: leaves without a verdict.
skip() {
  echo "skipped: $1"
  exit 0
}

# NAME PACKAGE...: a virtual environment with these packages, made once; its programs come first on the path.
python() {
  local folder=$tools/$1 wanted="${*:2}"
  if [ "$(cat "$folder/done" 2>/dev/null)" != "$wanted" ]; then
    command -v python3 >/dev/null || skip "there is no python3"
    rm -rf "$folder"
    python3 -m venv "$folder" || skip "python3 cannot make virtual environments"
    timeout 300 "$folder/bin/pip" install --quiet --disable-pip-version-check "${@:2}" >"$folder/log" 2>&1 || skip "$wanted cannot be installed"
    echo "$wanted" >"$folder/done"
  fi
  PATH=$folder/bin:$PATH
}

# NAME PACKAGE...: a folder with these npm packages, made once. Fails if they cannot be had.
node_modules() {
  local folder=$tools/$1 wanted="${*:2}"
  [ "$(cat "$folder/done" 2>/dev/null)" != "$wanted" ] || return 0
  command -v npm >/dev/null || return 1
  rm -rf "$folder"
  mkdir -p "$folder"
  timeout 300 npm install --prefix "$folder" --no-audit --no-fund --loglevel=error "${@:2}" >"$folder/log" 2>&1 || return 1
  echo "$wanted" >"$folder/done"
}

# Prints the path of a built mcpconv: MCPCONV_BIN, or the newest build in the target folder.
built() {
  local file
  if [ -n "${MCPCONV_BIN-}" ]; then
    echo "$MCPCONV_BIN"
    return
  fi
  # shellcheck disable=SC2012 # our own names
  file=$(ls -t "$target"/{debug,release}/mcpconv 2>/dev/null | head -n 1)
  [ -n "$file" ] || return 1
  echo "$file"
}

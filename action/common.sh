# shellcheck shell=bash
# What the scripts of the action share. Works with bash 3.2, which macOS still has.

# Git's bash on Windows would rewrite arguments that look like paths of its own.
export MSYS_NO_PATHCONV=1 MSYS2_ARG_CONV_EXCL='*'

# Everything of ours is here, and leaves with the job.
# shellcheck disable=SC2034 # used by the scripts that read this one
home=${RUNNER_TEMP:?}/mcpconv-action

# TEXT: as the value of a workflow command, which cannot start another one.
escape() {
  local text=$1
  text=${text//'%'/%25}
  text=${text//$'\r'/%0D}
  printf '%s' "${text//$'\n'/%0A}"
}

# TEXT: says why the job cannot be done, and leaves.
die() {
  printf '::error title=mcpconv::%s\n' "$(escape "$1")"
  exit 2
}

# NAME VALUE: sets an output of the step. A value of several lines could set others.
output() {
  case $2 in *[$'\r\n']*) die "\`$1\` must be one line" ;; esac
  printf '%s=%s\n' "$1" "$2" >>"${GITHUB_OUTPUT:?}"
}

# The SHA-256 of standard input.
sha256() {
  local sum
  if command -v sha256sum >/dev/null; then sum=$(sha256sum); else sum=$(shasum -a 256); fi
  printf '%s' "${sum%% *}"
}

#!/usr/bin/env bash
# Runs mcpconv with the inputs of the action. They are data: they come by the environment, are evaluated nowhere, options
# get them after `=` and paths come after `--`.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "${BASH_SOURCE[0]%/*}/common.sh"

# INPUT: splits it into `words`, at line ends if it has any, else at blanks.
split() {
  local text=${1//$'\r'/} line
  words=()
  case $text in
    *$'\n'*)
      while IFS= read -r line; do
        line=${line#"${line%%[![:blank:]]*}"}
        line=${line%"${line##*[![:blank:]]}"}
        [ -z "$line" ] || words+=("$line")
      done <<<"$text"
      ;;
    *) IFS=$' \t' read -r -a words <<<"$text" ;;
  esac
}

# FLAG VALUE: an option, if there is a value for it.
option() {
  [ -z "$2" ] || args+=("$1=$2")
}

# PATH: as seen from the top of the workspace.
from_top() {
  case $1 in
    /* | [A-Za-z]:[\\/]*) printf '%s' "$1" ;;
    *) if [ "$folder" = . ]; then printf '%s' "$1"; else printf '%s' "$folder/$1"; fi ;;
  esac
}

# PATH: in full, and as Windows writes it there.
in_full() {
  local top
  top=$(pwd -W 2>/dev/null || pwd)
  case $1 in
    /* | [A-Za-z]:[\\/]*) printf '%s' "$1" ;;
    *) printf '%s/%s' "$top" "$1" ;;
  esac
}

# FILE: removes what has this name, be it a link. A folder on the way that leads out of the workspace is refused, unless
# the job itself names a place elsewhere, and so is one of version control: programs are started because of what is there.
clear_place() {
  local folder missing=/ top
  case $1 in *[$'\r\n']*) die "\`sarif-file\` must be one line" ;; esac
  folder=$(dirname -- "$1")
  while [ ! -d "$folder" ] && [ "$folder" != "$(dirname -- "$folder")" ]; do
    missing=/$(basename -- "$folder")$missing
    folder=$(dirname -- "$folder")
  done
  # A folder that is not there yet has no links, but a step up from it may lead anywhere.
  case $missing in */../*) die "\`sarif-file\` has \`..\` after a folder that does not exist: $1" ;; esac
  folder=$(cd -P -- "$folder" && pwd -P)
  top=$(pwd -P)
  case $IN_SARIF_FILE in
    "$PWD"/* | "$top"/*) inside "$folder" "$top" ;;
    /* | [A-Za-z]:[\\/]*) ;;
    *) inside "$folder" "$top" ;;
  esac
  # Some systems do not tell capitals from small letters.
  case $(printf '%s' "${folder#"$top"}$missing$(basename -- "$1")/" | tr '[:upper:]' '[:lower:]') in
    */.git/* | */.hg/* | */.jj/* | */.svn/*) die "\`sarif-file\` leads into a folder of version control: $folder" ;;
  esac
  rm -f -- "$1"
}

# FOLDER TOP: both without links.
inside() {
  case $1/ in "$2"/*) ;; *) die "\`sarif-file\` leads out of the workspace: $1" ;; esac
}

# Runs it, and keeps its exit code. What it says may quote files, and must not be taken for workflow commands.
run() {
  local token
  token=mcpconv-$(LC_ALL=C od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  status=0
  printf '::stop-commands::%s\n' "$token"
  "$BINARY" "$@" </dev/null 2>&1 || status=$?
  printf '\n::%s::\n' "$token"
}

# NAME...: the sum of these counts of the JSON report. Inside its strings every quote has a backslash, so that what files
# say cannot look like them.
count() {
  local name counts sum=0
  counts=$(tr -d '\r\n' <"$json" | grep -oE '"counts"[[:space:]]*:[[:space:]]*\{[^}]*\}' | tail -n 1) || true
  for name in "$@"; do
    [[ $counts =~ \"$name\"[[:space:]]*:[[:space:]]*([0-9]+) ]] && sum=$((sum + BASH_REMATCH[1]))
  done
  printf '%s' "$sum"
}

# Reports name files as seen from where the program runs, and the forge looks for them from the top: so it runs there,
# and the folder becomes part of the paths.
lint() {
  local path format=${IN_FORMAT:-human} config=${IN_CONFIG-} sarif=${IN_SARIF_FILE-} upload=false
  json=$home/report.json
  rm -f "$json" "$home/annotations" "$home/mcpconv.sarif"
  args=(lint)
  if [ -n "$config" ]; then
    config=$(from_top "$config")
  elif [ "$folder" != . ] && [ -f "$folder/mcpconv.toml" ]; then
    config=$folder/mcpconv.toml
  fi
  option --config "$config"
  option --host "${IN_HOST-}"
  option --fail-on "${IN_FAIL_ON-}"
  args+=("--format=$format" "--report=json=$json" "--report=markdown=${GITHUB_STEP_SUMMARY:?}")
  if [ "$format" = github ]; then args+=("--output-file=$home/annotations"); else args+=("--report=github=$home/annotations"); fi
  # Written where nobody else writes: what has its name in the workspace may have come with a pull request.
  [ "${IN_UPLOAD_SARIF-}" != true ] || upload=true
  if [ -n "$sarif" ]; then
    sarif=$(in_full "$(from_top "$sarif")")
    clear_place "$sarif"
  fi
  if [ "$upload" = true ] || [ -n "$sarif" ]; then args+=("--report=sarif=$home/mcpconv.sarif"); fi
  args+=(${extra[@]+"${extra[@]}"} --)
  if [ ${#paths[@]} -eq 0 ]; then
    args+=("$folder")
  else
    for path in "${paths[@]}"; do args+=("$(from_top "$path")"); done
  fi
  run "${args[@]}"
  # Made by the program, which escapes what it quotes; these are meant as commands.
  [ ! -f "$home/annotations" ] || cat "$home/annotations"
  if [ -s "$json" ]; then
    output findings "$(count error warning info)"
    output fixed "$(count fixed)"
  fi
  if [ -s "$home/mcpconv.sarif" ]; then
    if [ -n "$sarif" ]; then
      mkdir -p -- "$(dirname -- "$sarif")"
      cp -- "$home/mcpconv.sarif" "$sarif"
    fi
    output sarif-file "${sarif:-$home/mcpconv.sarif}"
  fi
  if [ "$upload" = true ] && from_fork; then
    upload=false
    printf '::notice title=mcpconv::A pull request from a fork may not upload SARIF: its findings are shown as annotations.\n'
  fi
  [ -s "$home/mcpconv.sarif" ] || upload=false
  output upload "$upload"
  output upload-file "$home/mcpconv.sarif"
}

# Whether the token of this run may only read. The repository of a fork may be gone already.
from_fork() {
  case ${GITHUB_EVENT_NAME-} in
    pull_request | pull_request_review*) [ "${HEAD_REPOSITORY-}" != "${GITHUB_REPOSITORY-}" ] ;;
    *) false ;;
  esac
}

convert() {
  # A pull request names the variables, and the log shows the result.
  args=(convert --no-env)
  option --from "${IN_FROM-}"
  option --to "${IN_TO-}"
  option --output "${IN_OUTPUT-}"
  cd -P -- "$folder"
  run "${args[@]}" ${extra[@]+"${extra[@]}"} -- ${paths[@]+"${paths[@]}"}
  summary "conversion" "done"
}

check() {
  args=(sync --check)
  option --config "${IN_CONFIG-}"
  cd -P -- "$folder"
  run "${args[@]}" ${extra[@]+"${extra[@]}"}
  summary "files in sync" "yes"
  [ "$status" -ne 1 ] || printf '::error title=mcpconv::%s\n' "Files are out of sync with their source: run mcpconv sync and commit the changes."
}

# WHAT GOOD: a line for the page of the run.
summary() {
  local result
  case $status in
    0) result=$2 ;;
    1) result=no ;;
    *) result="could not be done (exit code $status)" ;;
  esac
  printf '### mcpconv\n\n| %s |\n|---|\n| %s |\n' "$1" "$result" >>"${GITHUB_STEP_SUMMARY:?}"
}

folder=${IN_WORKING_DIRECTORY:-.}
# So that a leading dash is no option of anything.
case $folder in -*) folder=./$folder ;; esac
[ -d "$folder" ] || die "there is no folder \`$folder\` (working-directory)"
# The job may name a folder elsewhere, but a link of the repository may not.
case $folder in
  /* | [A-Za-z]:[\\/]* | .. | ../*) ;;
  *) case $(cd -P -- "$folder" && pwd -P)/ in "$(pwd -P)"/*) ;; *) die "\`working-directory\` leads out of the workspace: $folder" ;; esac ;;
esac
mkdir -p "$home"
split "${IN_ARGS-}"
extra=(${words[@]+"${words[@]}"})
split "${IN_PATHS-}"
paths=(${words[@]+"${words[@]}"})
case ${IN_COMMAND:-lint} in
  lint) lint ;;
  convert) convert ;;
  check) check ;;
  *) die "\`command\` must be lint, convert or check, not \`$IN_COMMAND\`" ;;
esac
output status "$status"

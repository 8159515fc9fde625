#!/usr/bin/env bash
# Puts the binary in its place, as choose.sh decided, and says where that is.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "${BASH_SOURCE[0]%/*}/common.sh"

releases=https://github.com/mcpconv/mcpconv/releases/download
name=mcpconv
[ "${RUNNER_OS-}" != Windows ] || name=mcpconv.exe
binary=$home/bin/$name

# URL FILE
fetch() {
  curl --proto '=https' --tlsv1.2 --fail --silent --show-error --location --retry 3 --output "$2" -- "$1" || die "cannot download $1"
}

# Names are relative, since tar takes a drive letter for the name of a machine.
release() {
  local tag=v${VERSION:?} folder=mcpconv-${TARGET:?} archive=mcpconv-$TARGET.tar.gz expected
  [ "${RUNNER_OS-}" != Windows ] || archive=mcpconv-$TARGET.zip
  rm -rf "$home/download"
  mkdir -p "$home/download"
  cd "$home/download"
  fetch "$releases/$tag/SHA256SUMS" SHA256SUMS
  fetch "$releases/$tag/$archive" "$archive"
  expected=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1 }' SHA256SUMS)
  [[ $expected =~ ^[0-9a-f]{64}$ ]] || die "the release $tag has no checksum for $archive"
  [ "$(sha256 <"$archive")" = "$expected" ] || die "$archive of the release $tag does not match its checksum"
  case $archive in
    *.zip) unzip -q "$archive" "$folder/$name" ;;
    *) tar -xzf "$archive" "$folder/$name" ;;
  esac
  mkdir -p "$home/bin"
  mv -f "$folder/$name" "$binary"
}

# In its own folder, and without what a job may have set for its own builds, so that the workspace has no say.
build() {
  command -v cargo >/dev/null || die "there is no cargo to build this version of the action with: use a release (\`mcpconv/mcpconv@v0.1.0\`, or \`version: 0.1.0\`)"
  cd "$GITHUB_ACTION_PATH"
  unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS CARGO_BUILD_TARGET
  CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$home/target} cargo install --locked --quiet --force --path . --root "$home"
}

case $HOW in
  given) binary=$MCPCONV_BIN ;;
  release) release ;;
  build) [ "${CACHED-}" = true ] && [ -x "$binary" ] || build ;;
  *) die "no way to install" ;;
esac

# Refuses what does not run, before anything depends on it.
version=$("$binary" --version) || die "$binary does not run"
output binary "$binary"
output version "${version##* }"

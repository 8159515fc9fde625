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

# TAG ARCHIVE: fails unless the archive is what was released. A checksum that lies beside it says nothing about that:
# whoever can exchange the one can exchange the other. One in this checkout is as old as the commit that the job pins, and
# an attestation is signed by the workflow that made the archive.
verify() {
  local own=$GITHUB_ACTION_PATH/action/SHA256SUMS expected
  expected=$(awk -v name="$1/$2" '$2 == name { print $1 }' "$own" 2>/dev/null || true)
  if [ -n "$expected" ]; then
    [ "$(sha256 <"$2")" = "$expected" ] || die "$2 of the release $1 does not match the checksum in this version of the action"
  elif command -v gh >/dev/null; then
    gh attestation verify "$2" --repo mcpconv/mcpconv --signer-workflow mcpconv/mcpconv/.github/workflows/release.yml --source-ref "refs/tags/$1" >/dev/null ||
      die "$2 of the release $1 has no attestation of its release workflow"
  else
    die "$2 of the release $1 cannot be verified: install gh, or use a commit of the action that has its checksum"
  fi
}

# Names are relative, since tar takes a drive letter for the name of a machine.
release() {
  local tag=v${VERSION:?} folder=mcpconv-${TARGET:?} archive=mcpconv-$TARGET.tar.gz
  [ "${RUNNER_OS-}" != Windows ] || archive=mcpconv-$TARGET.zip
  rm -rf "$home/download"
  mkdir -p "$home/download"
  cd "$home/download"
  fetch "$releases/$tag/$archive" "$archive"
  verify "$tag" "$archive"
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
  build) build ;;
  *) die "no way to install" ;;
esac

# Refuses what does not run, before anything depends on it.
version=$("$binary" --version) || die "$binary does not run"
output binary "$binary"
output version "${version##* }"

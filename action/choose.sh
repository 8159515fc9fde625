#!/usr/bin/env bash
# Decides how to come by the binary: one that is there (MCPCONV_BIN), a release, or a build of the action's own checkout.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "${BASH_SOURCE[0]%/*}/common.sh"

# The runner keeps an action under the ref it was asked for, which is right also for an action inside another one;
# `github.action_ref` names the outer one's then.
path=${GITHUB_ACTION_PATH//\\//}
rest=${path##*/_actions/}
if [ "$rest" = "$path" ]; then
  ref=${ACTION_REF-}
else
  rest=${rest#*/}
  ref=${rest#*/}
fi

# The version that this checkout is of.
own() {
  sed -n 's/^version = "\(.*\)"$/\1/p' "$GITHUB_ACTION_PATH/Cargo.toml" | head -n 1
}

case ${RUNNER_OS-}-${RUNNER_ARCH-} in
  Linux-X64) target=x86_64-unknown-linux-musl ;;
  Linux-ARM64) target=aarch64-unknown-linux-musl ;;
  macOS-X64) target=x86_64-apple-darwin ;;
  macOS-ARM64) target=aarch64-apple-darwin ;;
  # Windows on ARM runs it too.
  Windows-X64 | Windows-ARM64) target=x86_64-pc-windows-msvc ;;
  *) target='' ;;
esac

exact='^v?([0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?)$'
moving='^v[0-9]+(\.[0-9]+)?$'
version='' how=''
if [ -n "${MCPCONV_BIN-}" ]; then
  how=given
elif [ -n "${IN_VERSION-}" ]; then
  [[ $IN_VERSION =~ $exact ]] || die "\`version\` must be a version such as 0.1.0, not \`$IN_VERSION\`"
  version=${BASH_REMATCH[1]}
  [ -n "$target" ] || die "there is no release for ${RUNNER_OS-} on ${RUNNER_ARCH-}"
  how=release
elif [ -n "$target" ] && [[ $ref =~ $exact ]]; then
  version=${BASH_REMATCH[1]} how=release
elif [ -n "$target" ] && [[ $ref =~ $moving ]]; then
  version=$(own) how=release
else
  how=build
fi

output how "$how"
output version "$version"
output target "$target"

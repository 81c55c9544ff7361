#!/usr/bin/env bash
# Builds the API server of the tests by Go, once for each version of its sources, into a folder outside
# of the repository, and prints its path.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

version=$(sed -nE 's#^\tk8s.io/kubernetes (v[0-9.]+)$#\1#p' go.mod)
digest=$(cat go.mod go.sum main.go build.sh | sha256sum | cut -c1-12)
folder=${XDG_CACHE_HOME:-$HOME/.cache}/parlour/kubernetes/server-$digest
mkdir -p "$folder"
# Two runs don't build at once.
exec 9>"$folder/lock"
flock 9
if [ ! -x "$folder/server" ]; then
  IFS=. read -r major minor _ <<<"${version#v}"
  told=k8s.io/component-base/version
  # Without optimization, which takes longer than what it would spare here, and without what debuggers
  # need. The compiler may take more memory, and collects its garbage less often; most packages are
  # small, so that several at once take less time than several threads for each.
  export GOGC=400 GOMAXPROCS=1 CGO_ENABLED=0 GOFLAGS=-mod=readonly
  # Linux shares processors among sessions first: in one of its own, the build leaves most of them to
  # tests. With the lowest priority it was not done when only its suite was left to wait for it.
  # shellcheck disable=SC2016
  setsid --wait bash -c '{ echo 5 >/proc/self/autogroup; } 2>/dev/null; exec nice -n 5 "$@"' build \
    go build -p "$(($(nproc) + 1))" -gcflags 'all=-N -l -dwarf=false' -buildvcs=false \
    -ldflags "-s -w -X $told.gitVersion=$version -X $told.gitMajor=$major -X $told.gitMinor=$minor" \
    -o "$folder/server.new" . >&2
  mv "$folder/server.new" "$folder/server"
fi
echo "$folder/server"

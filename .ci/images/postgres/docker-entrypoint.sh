#!/usr/bin/env bash
# The part of the official entry point that Parlour uses: a first start makes the cluster with its
# superuser and database, from variables or files.
set -euo pipefail

from_file() { # NAME: the variable, or what stands in the file that NAME_FILE names
  local file="${1}_FILE"
  if [ -n "${!file:-}" ]; then export "$1"="$(<"${!file}")"; fi
}

if [ "$1" = postgres ]; then
  if [ "$(id -u)" = 0 ]; then
    install -d -o postgres -g postgres -m 0700 "$PGDATA"
    chown postgres:postgres /var/lib/postgresql "$(dirname "$PGDATA")" "$PGDATA"
    exec gosu postgres "$0" "$@"
  fi
  mkdir -p "$PGDATA" && chmod 0700 "$PGDATA"
  if [ ! -s "$PGDATA/PG_VERSION" ]; then
    from_file POSTGRES_PASSWORD
    from_file POSTGRES_USER
    from_file POSTGRES_DB
    user=${POSTGRES_USER:-postgres}
    database=${POSTGRES_DB:-$user}
    if [ -z "${POSTGRES_PASSWORD:-}" ]; then echo 'POSTGRES_PASSWORD or POSTGRES_PASSWORD_FILE must be given.' >&2; exit 1; fi
    initdb --username="$user" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 ${POSTGRES_INITDB_ARGS:-}
    echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
    pg_ctl -D "$PGDATA" -o "-c listen_addresses='' -c unix_socket_directories=/var/run/postgresql" -w start
    [ "$database" = postgres ] || createdb --username="$user" "$database"
    for file in /docker-entrypoint-initdb.d/*; do
      case $file in
        *.sh) bash "$file" ;;
        *.sql) psql -v ON_ERROR_STOP=1 --username="$user" --dbname="$database" --file="$file" ;;
      esac
    done
    pg_ctl -D "$PGDATA" -m fast -w stop
  fi
  # As the official build: it listens everywhere, and its socket is where Debian has it.
  shift
  exec postgres -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql "$@"
fi
exec "$@"

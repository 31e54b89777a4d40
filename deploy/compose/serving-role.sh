#!/bin/sh
# PostgreSQL's image runs this once, when it creates the database: the role that the service uses.
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
    --set password="$(cat /run/secrets/service-password)" <<'SQL'
CREATE ROLE trips_service LOGIN PASSWORD :'password';
SQL

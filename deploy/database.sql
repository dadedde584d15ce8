-- A role and a database of its own for Lucaya: a plain role, which owns nothing but its schemas in there (V-ATK-26).
-- Run it once as a superuser, with a password of yours:
--   psql -f deploy/database.sql postgres
create role lucaya login password 'trial-password';
create database lucaya;
\connect lucaya
alter schema public owner to lucaya;
grant create on database lucaya to lucaya;
-- Where pg_trgm is no trusted extension; the program makes it by itself elsewhere.
create extension if not exists pg_trgm;

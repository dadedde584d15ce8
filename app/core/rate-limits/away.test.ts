import { afterAll, expect, inject, test } from "vitest";
import { pool } from "~/db/client.server";
import { rememberDatabaseUrl } from "~/db/database-url.server";
import { checkIpLimit } from "./limits.server";

afterAll(() => pool.end());
const peek = () => checkIpLimit("start", "203.0.113.7", { max: 1, seconds: 60 });

test("while the database is unavailable, checking a limit allows the request; the write then fails with its own message", async () => {
  rememberDatabaseUrl("postgres://nobody@127.0.0.1:1/none");
  expect(await peek()).toMatchObject({ allowed: true, count: 0, retryAfterSeconds: 0 });
});

test("any other database error is thrown", async () => {
  const elsewhere = new URL(inject("server").role);
  elsewhere.pathname = "/no_such_database";
  rememberDatabaseUrl(elsewhere.href);
  await expect(peek()).rejects.toThrow();
});

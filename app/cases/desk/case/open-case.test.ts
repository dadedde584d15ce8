import { createHmac } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { config } from "~/config.server";
import { type RequestContext, requestContext } from "~/core/request-context";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { openSession, staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { loader } from "./case";

const database = testDatabase();
let id: string;
let cookie: string;
beforeEach(async () => {
  const applicant = new Applicant(database);
  id = await applicant.ready();
  await applicant.submit(id);
  await database.query("insert into case_messages (application_id, side, body) values ($1, 'applicant', 'When?')", [
    id,
  ]);
  const token = await openSession(database, (await staffMember(database)).staff.userId);
  const signed = `${token}.${createHmac("sha256", config.secret).update(token).digest("base64")}`;
  cookie = `lucaya_staff=${encodeURIComponent(signed)}`;
});

type Args = Parameters<typeof loader>[0];
const open = (init: { method?: string; headers?: Record<string, string> } = {}, of = id) => {
  const url = new URL(`http://lucaya.test/admin/applications/${of}`);
  const request = new Request(url, { method: init.method ?? "GET", headers: { cookie, ...init.headers } });
  const context = new RouterContextProvider();
  context.set(requestContext, { address: "203.0.113.5", browser: "" } as RequestContext);
  return loader({ request, params: { id: of }, url, context, pattern: "" } as unknown as Args);
};
/** What opening a case leaves behind. */
const traces = () =>
  database.query(
    `select (select count(*)::int from admin_activity_log where action_type = 'application_opened') as recorded,
       (select count(*)::int from opened_records) as remembered, (select count(read_at)::int from case_messages) as read,
       (select max(last_used_at) from session where id not like 'own%') as used`,
  );

test.each([
  ["sec-purpose", "prefetch"],
  ["sec-purpose", "prefetch;prerender"],
  ["purpose", "prefetch"],
  ["x-moz", "prefetch"],
])("[F-RUN-4] prefetching a case page (%s: %s) returns 503 and changes nothing", async (name, value) => {
  const before = await traces();
  await expect(open({ headers: { [name]: value } })).rejects.toMatchObject({ status: 503 });
  expect(await traces()).toEqual(before);
});

test("[F-RUN-4] a HEAD request changes nothing, and opening the page is recorded and marks its messages as read", async () => {
  await open({ method: "HEAD" });
  expect(await traces()).toMatchObject([{ recorded: 0, remembered: 0, read: 0 }]);
  const { data } = await open();
  expect(await traces()).toMatchObject([{ recorded: 1, remembered: 1, read: 1 }]);
  // What the page shows is what its changes are measured by: its own reading is none.
  const again = await open();
  expect(again.data.changes).toEqual(data.changes);
});

test("[F-RUN-4] an internal error is thrown; only a missing case redirects to the list", async () => {
  await database.query("alter table case_request_items rename to gone_items");
  try {
    await expect(open()).rejects.toThrow();
  } finally {
    await database.query("alter table gone_items rename to case_request_items");
  }
  const missing = await open({}, crypto.randomUUID()).catch((thrown: unknown) => thrown);
  expect(missing).toMatchObject({ status: 302 });
});

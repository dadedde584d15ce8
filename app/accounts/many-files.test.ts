import { beforeAll, beforeEach, expect, test } from "vitest";
import type { RequestContext } from "~/core/request-context";
import { requestContextStorage } from "~/core/request-context-storage.server";
import type { Document } from "~/documents/readers.server";
import { adminWithPassword, origin, password } from "../../test/harness/factors/account";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { staffReads } from "./document-readers.server";
import { signIn } from "./sign-in/sign-in.server";
import type { StaffContext } from "./staff.server";

const database = testDatabase();
const from = { address: "10.0.0.7", browser: "Chrome on Windows" };
let superAdmin: StaffContext;
let clerk: StaffContext;
let request: Request;
beforeAll(async () => {
  superAdmin = await staffMember(database);
});
beforeEach(async () => {
  await database.query("delete from limit_counts");
  clerk = await adminWithPassword(database, "regular_admin");
  const signedIn = await signIn({ ...from, request: new Request(origin) }, { email: clerk.staff.email, password });
  const headers = signedIn.ok ? signedIn.headers : expect.fail(signedIn.message);
  const cookie = headers.getSetCookie().map((line) => line.split(";")[0]);
  request = new Request(origin, { headers: { cookie: cookie.join("; ") } });
  await database.query("delete from admin_activity_log");
  await database.query("delete from email_notifications");
  await database.query("update session set fresh_at = now() - interval '10 minutes'");
});

const file = (): Document =>
  ({
    id: crypto.randomUUID(),
    documentType: "photo",
    caseItemId: null,
    caseAnswerId: null,
    caseMessageId: null,
  }) as Document;
const open = async (document = file(), isBeginning = true) => {
  const right = await staffReads(document, request);
  return typeof right === "object" && "opened" in right ? right.opened(from, isBeginning) : expect.fail("no right");
};
const opened = (count: number, minutes: number, by = clerk) =>
  database.query(
    `insert into admin_activity_log (action_type, admin_id, subject_type, subject_id, created_at)
     select 'document_opened', $1, 'document', gen_random_uuid(), now() - make_interval(mins => $3)
     from generate_series(1, $2)`,
    [by.staff.adminId, count, minutes],
  );
const entries = async () => (await database.query("select 1 from admin_activity_log")).length;
const notices = () =>
  database.query("select recipient_email as to, template_data->>'count' as count, subject from email_notifications");

test("[F-SAFE-4] after 60 files within ten minutes, opening another requires reauthentication, also for range requests", async () => {
  await opened(59, 9);
  await opened(20, 11);
  await opened(40, 1, superAdmin);
  const sixtieth = file();
  expect(await open(sixtieth)).toBe(true);
  for (const isBeginning of [true, false]) {
    const currentRequest = {} as RequestContext;
    expect(await requestContextStorage.run(currentRequest, () => open(file(), isBeginning))).toBe(false);
    expect(currentRequest.toConfirm).toEqual({ userId: clerk.staff.userId });
  }
  expect(await entries(), "a refused one is not recorded").toBe(120);
  expect(await open(sixtieth), "what is open already").toBe(true);
  await database.query("update session set fresh_at = now()");
  expect(await open()).toBe(true);
});

test("[F-SAFE-4] super admins are notified once when an admin opens more than 60 files within ten minutes", async () => {
  await database.query("update session set fresh_at = now()");
  await opened(59, 9);
  await open();
  expect(await notices()).toEqual([]);
  await Promise.all(Array.from({ length: 8 }, () => open()));
  const mails = await notices();
  expect(mails).toEqual([
    { to: superAdmin.staff.email, count: "61", subject: expect.stringMatching(/has opened many documents$/) },
  ]);
});

test("[F-SAFE-4] of many files opened at once, at most 60 open without reauthentication", async () => {
  await opened(57, 1);
  const all = await Promise.all(Array.from({ length: 12 }, () => open()));
  expect(all.filter(Boolean)).toHaveLength(3);
});

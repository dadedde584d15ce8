import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { enqueueMail, type NewMail } from "./outbox.server";
import { stopMailsTo } from "./refused-email.server";

const database = testDatabase();
let to: string;
let people = 0;
beforeEach(() => {
  to = `victim${++people}@mail.test`;
});

type Row = { id: string; kind: string; status: string; wait: number | null };
/** The mails to the address; `wait` in seconds, negative once it is over, null for one that is not counted. */
const rows = (address = to) =>
  database.query<Row>(
    `select id, email_type as kind, status, round(extract(epoch from due_at - clock_timestamp()))::int as wait
     from email_notifications where lower(recipient_email) = lower($1) order by due_at nulls last, created_at`,
    [address],
  );
/** Every mail to the address, so many seconds longer ago. */
const pass = (seconds: number) =>
  database.query(
    "update email_notifications set due_at = due_at - make_interval(secs => $2) where lower(recipient_email) = $1",
    [to, seconds],
  );
const startsLater = (id: string | undefined) =>
  database.query("select 1 from pgboss.job where data->>'mailId' = $1 and start_after > now() + interval '1 minute'", [
    id,
  ]);

let made = 0;
async function application(confirmed = false): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into visa_applications (id, application_number, user_email, email_confirmed_at)
     values ($1, $2, $3, case when $4 then now() end)`,
    [id, `BV26-${String(++made).padStart(4, "0")}-TEST`, to, confirmed],
  );
  return id;
}
const welcome = (applicationId: string, email = to): NewMail => ({
  ...{ kind: "application_started", to: email, toName: "", applicationId },
  data: { name: "", email, applicationNumber: "BV26-0001-TEST", serviceName: null },
});
const link = (applicationId: string): NewMail => ({
  ...{ kind: "resume_link", to, toName: "", applicationId },
  data: { name: "", email: to, applicationNumber: "BV26-0001-TEST", serviceName: null, submittedAt: null },
});
const progress = (applicationId: string): NewMail => ({
  ...{ kind: "application_submitted", to, toName: "", applicationId },
  data: {
    name: "",
    email: to,
    applicationNumber: "BV26-0001-TEST",
    visaType: null,
    applicationId,
    submittedAt: "2026-11-20T12:00:00Z",
  },
});
const write = (mail: NewMail, options = {}) => db.transaction((tx) => enqueueMail(tx, mail, options));
const writeWelcomes = async (count: number, address = to) => {
  for (let round = 0; round < count; round++) await write(welcome(await application(), address));
};

describe("mails to one email that others cause", () => {
  test("[V-ATK-20] six are sent at once, in any letter case; the seventh an hour after the first, the eighth after the second", async () => {
    await writeWelcomes(1);
    await pass(600);
    await writeWelcomes(5, to.toUpperCase());
    await writeWelcomes(2);
    const [seventh, eighth] = (await rows()).slice(6);
    expect(seventh?.wait).toBeGreaterThan(2940);
    expect(seventh?.wait).toBeLessThanOrEqual(3000);
    expect(eighth?.wait).toBeGreaterThan(3540);
    expect(eighth?.wait).toBeLessThanOrEqual(3600);
    for (const waiting of [seventh, eighth]) expect(await startsLater(waiting?.id)).toHaveLength(1);
    const [first] = await rows();
    expect(await startsLater(first?.id)).toEqual([]);
  });

  test("[V-ATK-20] an hour after the sixth mail before it, a mail is sent at once again, to the millisecond", async () => {
    await writeWelcomes(6);
    await pass(3540);
    await writeWelcomes(1);
    expect((await rows()).at(-1)?.wait).toBeGreaterThan(0);
    await pass(3610);
    await writeWelcomes(1);
    expect((await rows()).at(-1)?.wait).toBeLessThanOrEqual(0);
  });

  test("[V-ATK-20] of simultaneous mails, no seventh is sent at once", async () => {
    const applications = await Promise.all(Array.from({ length: 9 }, () => application()));
    await Promise.all(applications.map((id) => write(welcome(id))));
    expect((await rows()).filter(({ wait }) => (wait ?? 0) > 0)).toHaveLength(3);
  });

  test("[V-ATK-20] a waiting mail is not duplicated, but another application's mail is added", async () => {
    await writeWelcomes(6);
    const [firstId, secondId] = [await application(), await application()];
    const first = await write(link(firstId));
    expect(await write(link(firstId))).toBe(first);
    expect(await write(link(secondId))).not.toBe(first);
    expect(await rows()).toHaveLength(8);
  });

  test("[V-ATK-20] the access link of a confirmed email is sent before all waiting mails", async () => {
    const id = await application(true);
    await writeWelcomes(9);
    const before = (await rows()).filter(({ wait }) => (wait ?? 0) > 0);
    await write(link(id));
    const waiting = (await rows()).filter(({ wait }) => (wait ?? 0) > 0);
    expect(waiting[0]?.kind).toBe("resume_link");
    expect(
      waiting
        .map(({ id }) => id)
        .slice(1)
        .sort(),
    ).toEqual(before.map(({ id }) => id).sort());
  });
});

describe("an application's own mails", () => {
  test("[V-ATK-20] mails to a confirmed email are not counted and never wait", async () => {
    const id = await application(true);
    await writeWelcomes(6);
    await write(progress(id), { byOthers: false });
    expect((await rows()).at(-1)).toMatchObject({ kind: "application_submitted", wait: null });
  });

  test("[V-ATK-14] mails to an email that was refused are cancelled and don't count", async () => {
    await writeWelcomes(6);
    const id = await application();
    await write(welcome(id));
    await db.transaction((tx) => stopMailsTo(tx, id, to.toUpperCase()));
    const lastRow = (await rows()).at(-1);
    expect(lastRow).toMatchObject({ status: "failed", wait: null });
  });
});

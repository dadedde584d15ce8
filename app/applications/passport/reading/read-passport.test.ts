import { globSync, readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { removeDraft } from "~/applications/wizard/delete-draft.server";
import { attachDocument } from "~/applications/wizard/files/attach-document.server";
import { config } from "~/config.server";
import { db } from "~/db/client.server";
import { forgetDataKey } from "~/encryption/data-keys.server";
import { registered } from "~/jobs/registry.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { needsDebian } from "../../../../test/harness/debian-packages";
import { drawPassportPage, ocrFont, type PassportPage } from "../../../../test/harness/fakes/passport-pages";
import { runJob } from "../../../../test/harness/in-process/jobs";
import { pendingMail } from "../../../../test/harness/in-process/pending-mail";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { untilWaiting } from "../../../../test/harness/waiting";
import { readingOf, readingStates } from "../readings.server";
import { queueReading, registerPassportReading } from "./read-passport.server";

const hasFont = needsDebian(ocrFont);
const database = testDatabase();
const name = "documents.read-passport";
let page: PassportPage;
let applicant: Applicant;
let id: string;
beforeAll(async () => {
  registerPassportReading();
  if (hasFont) page = await drawPassportPage("straight", 1);
});
beforeEach(async () => {
  await database.query("delete from email_notifications");
  await database.query("delete from pgboss.job where name = $1", [name]);
  applicant = new Applicant(database);
  id = await applicant.start(undefined, { service: (await serviceOf(database, "bahamian-evisa")).id });
  await database.query("delete from email_notifications");
});

async function attach(type = "passport_copy", picture: Buffer = page.picture): Promise<string> {
  const form = new FormData();
  form.set("attempt", crypto.randomUUID());
  form.set("file", new File([new Uint8Array(picture)], "page.jpg", { type: "image/jpeg" }));
  const result = await attachDocument(applicant.context(id), (await applicant.found(id)).application, { type }, form);
  if (!result.ok) throw new Error(`${result.reason} ${result.message}`);
  return result.id;
}
const queued = () => database.enqueued(name);
const readNow = (documentId: string) => runJob(name, { documentId });
const stateOf = async (documentId: string) => (await readingStates(id))[documentId];

describe("the reading of a passport page", () => {
  test("[U-MRZ-2, U-MRZ-10] a page of a draft is read once it is stored: its values are encrypted, and no picture is stored", async () => {
    const documentId = await attach();
    expect(await queued()).toEqual([{ documentId }]);
    expect(await stateOf(documentId)).toBe("waiting");
    const files = globSync("**", { cwd: config.dataDir }).sort();
    await readNow(documentId);
    expect(globSync("**", { cwd: config.dataDir }).sort()).toEqual(files);
    const { holder } = page;
    expect((await readingOf(id))?.values).toEqual({
      ...{ passportNumber: holder.passportNumber, dateOfBirth: holder.dateOfBirth, sex: holder.sex },
      ...{ expirationDate: holder.expirationDate, nationality: holder.country[0], issuingCountry: holder.country[0] },
      ...{ lastName: holder.lastName, firstName: holder.firstName },
    });
    const rows = await database.query("select * from passport_readings where document_id = $1", [documentId]);
    expect(JSON.stringify(rows)).not.toContain(holder.passportNumber);
    expect(JSON.stringify(rows)).not.toContain(holder.lastName);
  });

  test("[U-MRZ-2] only the passport page of a draft is read, and no file that waits for its scan", async () => {
    await attach("itinerary");
    expect(await queued()).toEqual([]);
    const documentId = await attach();
    await database.query("update documents set scan = 'waiting' where id = $1", [documentId]);
    await readNow(documentId);
    await database.query("update documents set scan = 'infected' where id = $1", [documentId]);
    await readNow(documentId);
    expect(await stateOf(documentId)).toBeUndefined();
    await database.query("update documents set scan = 'clean' where id = $1", [documentId]);
    await database.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
    await readNow(documentId);
    expect(await stateOf(documentId)).toBe("waiting");
    await database.query("delete from passport_readings");
    const [document] = await database.query<Parameters<typeof queueReading>[1]>(
      `select id, application_id as "applicationId", document_type as "documentType", content_type as "contentType"
       from documents where id = $1`,
      [documentId],
    );
    if (document) await db.transaction((tx) => queueReading(tx, document));
    expect(await stateOf(documentId)).toBeUndefined();
  });

  test.runIf(process.platform === "linux")(
    "[U-MRZ-11] the reading thread has a low priority, serves the next page, and ends after a minute",
    async () => {
      // Field 19 of a thread's stat, after its name in parentheses, is its niceness.
      const slowThreads = () =>
        readdirSync("/proc/self/task").filter((task) => {
          const stat = readFileSync(`/proc/self/task/${task}/stat`, "utf8");
          return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16] === "10";
        });
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      try {
        await readNow(await attach());
        const threads = slowThreads();
        expect(threads.length).toBeGreaterThan(0);
        vi.advanceTimersByTime(59_000);
        await readNow(await attach());
        expect(slowThreads()).toEqual(threads);
        vi.advanceTimersByTime(60_000);
      } finally {
        vi.useRealTimers();
      }
      await vi.waitFor(() => expect(slowThreads()).toEqual([]), { timeout: 60_000 });
    },
  );

  test("[U-MRZ-13] the result is dropped when the file was removed meanwhile", async () => {
    const documentId = await attach();
    let reading = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from visa_applications where id = ${id} for update`);
      reading = readNow(documentId);
      const locked = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      // The page has been read, and its values wait for the application.
      await vi.waitFor(async () => expect(await database.query(locked)).toHaveLength(1), { timeout: 200_000 });
      await tx.execute(sql`delete from documents where id = ${documentId}`);
    });
    await reading;
    expect(await stateOf(documentId)).toBeUndefined();
    await readNow(documentId);
    expect(await readingOf(id)).toBeUndefined();
  });

  test("[U-MRZ-13] a page whose draft is deleted while its file is opened ends without an error", async () => {
    const documentId = await attach();
    forgetDataKey(id);
    let reading = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table data_keys in access exclusive mode`);
      reading = readNow(documentId);
      await untilWaiting(database, "data_keys");
      await removeDraft(tx, id);
    });
    await reading;
    expect(await database.query("select from passport_readings where document_id = $1", [documentId])).toEqual([]);
  });

  test("[U-MRZ-11] a reading waits while mails are due, for ten minutes at most", async () => {
    const documentId = await attach();
    await database.query("delete from pgboss.job where name = $1", [name]);
    await pendingMail(database, "draft", "somebody@mail.example");
    await readNow(documentId);
    expect(await stateOf(documentId)).toBe("waiting");
    const jobs = "select start_after > now() + interval '3 seconds' as later from pgboss.job where name = $1";
    expect(await database.query(jobs, [name])).toEqual([{ later: true }]);
    // A mail that is not due yet delays nothing.
    await database.query("update email_notifications set due_at = now() + interval '1 hour'");
    await readNow(documentId);
    expect(await stateOf(documentId)).toBe("read");
    const second = await attach();
    await database.query("update email_notifications set due_at = null");
    await database.query("update passport_readings set created_at = now() - interval '11 minutes'");
    await readNow(second);
    expect(await stateOf(second)).toBe("read");
  });

  test("[U-MRZ-11] an application has ten readings a day: later pages are typed", async () => {
    const states = [];
    for (let number = 0; number < 11; number++) states.push(await stateOf(await attach()));
    expect(states).toEqual([...Array(10).fill("waiting"), "unreadable"]);
    expect(await queued()).toHaveLength(10);
  });

  test("[U-MRZ-11] a page that can’t be read ends as unreadable, also after its last try", async () => {
    const blank = await drawPassportPage("cut", 1);
    const documentId = await attach("passport_copy", blank.picture);
    await readNow(documentId);
    expect(await stateOf(documentId)).toBe("unreadable");
    const second = await attach();
    await registered.get(name)?.giveUp?.({ documentId: second });
    expect(await stateOf(second)).toBe("unreadable");
  });

  test("[U-MRZ-11] a page whose job was lost is said to be unreadable after an hour", async () => {
    const documentId = await attach();
    await database.query("delete from pgboss.job");
    await database.query("update passport_readings set created_at = now() - interval '59 minutes'");
    expect(await stateOf(documentId)).toBe("waiting");
    await database.query("update passport_readings set created_at = now() - interval '61 minutes'");
    expect(await stateOf(documentId)).toBe("unreadable");
  });
});

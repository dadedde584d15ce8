import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { officeKinds } from "~/mail/templates";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { filesIn } from "../../../test/harness/case/zip";
import { erasureRequestsOf } from "../../../test/harness/in-process/erasure-requests";
import { runJob } from "../../../test/harness/in-process/jobs";
import { staffMember } from "../../../test/harness/in-process/staff";
import { madeFrom, newInquiry, storedFile } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { registerErasure } from "../erasure/erase.server";
import { beginErasureList } from "../erasure/erasure-list.server";
import { decideErasure } from "../requests/decide-erasure.server";
import { subjectsOf } from "../requests/subjects.server";
import { findRestricted, openRestrictedFile } from "../restricted/open-restricted.server";
import { registerRestriction } from "../restricted/restrict.server";
import { requestCopy } from "./ask-for-copy.server";
import { inquiryData } from "./inquiry-data.server";
import { registerCopies } from "./make-copy.server";
import { openCopy } from "./open-copy.server";
import { findCopy, latestCopy } from "./read-copy.server";

const database = testDatabase();
beforeAll(async () => {
  registerCopies();
  registerErasure();
  registerRestriction();
  await beginErasureList();
});
let applicant: Applicant;
beforeEach(async () => {
  applicant = new Applicant(database);
  for (const table of ["erasure_requests", "limit_counts"]) await database.query(`delete from ${table}`);
});
const { confirmed, decidedCase } = erasureRequestsOf(database, () => applicant);

/** Staff-only data of an inquiry or a case, which its person must not get. */
const ofStaff = { note: "Seems nervous", mail: "clerk@lucaya.example" };
const taskNote = "Mind the uncle";

/** A case that staff made from an inquiry, with a file. */
async function caseOfInquiry(whose: "own" | "somebody else’s" | "own, not confirmed") {
  const [id, inquiry] = [await decidedCase(0, "denied"), await newInquiry()];
  await madeFrom(inquiry, id);
  if (whose === "somebody else’s")
    await database.query("update visa_inquiries set email = 'nadege@mail.example' where id = $1", [inquiry]);
  if (whose === "own, not confirmed")
    await database.query("update visa_applications set email_confirmed_at = null where id = $1", [id]);
  const file = await storedFile(null);
  const name = "update documents set inquiry_id = $2, document_name = 'asked.pdf' where id = $1";
  await database.query(name, [file.id, inquiry]);
  await database.query(
    "update visa_inquiries set admin_notes = $2, entered_by = $3, full_name = 'Odile Rolle' where id = $1",
    [inquiry, ...Object.values(ofStaff)],
  );
  await database.query("insert into application_notes (application_id, body, author_email) values ($1, $2, $3)", [
    id,
    ...Object.values(ofStaff),
  ]);
  await database.query("insert into case_tasks (application_id, title, note) values ($1, 'Call them', $2)", [
    id,
    taskNote,
  ]);
  await database.query(
    `insert into inquiry_replies (id, inquiry_id, kind, body, admin_email, said_at)
     values (gen_random_uuid(), $1, 'mail', 'What we said', $2, now())`,
    [inquiry, ofStaff.mail],
  );
  await database.query(
    "update email_notifications set recipient_email = $2 where application_id = $1 and email_type = any($3)",
    [id, ofStaff.mail, officeKinds],
  );
  return { id, inquiry };
}

async function copyOf(id: string) {
  await requestCopy(applicant.context(id), id);
  for (const data of await database.enqueued("privacy.copy")) await runJob("privacy.copy", data);
  await database.query("update pgboss.job set state = 'completed' where name = 'privacy.copy'");
  const copy = await findCopy(id, (await latestCopy(id))?.id ?? "");
  const bytes = copy && (await openCopy(copy));
  if (!bytes) throw new Error("There is no copy");
  const files = filesIn(await buffer(bytes));
  return { names: [...files.keys()], text: files.get("your-data.json")?.toString() ?? "" };
}

const isThere = async (table: string, id: string) =>
  (await database.query(`select from ${table} where id = $1`, [id])).length > 0;

test.each(["somebody else’s", "own, not confirmed"] as const)(
  "[F-SAFE-5] a copy of a case made from an inquiry (%s) has nothing of the inquiry",
  async (whose) => {
    const { id, inquiry } = await caseOfInquiry(whose);
    const { names, text } = await copyOf(id);
    expect(names).not.toContain("asked.pdf");
    for (const otherText of ["Odile Rolle", "What we said", inquiry]) expect(text).not.toContain(otherText);
    const [row] = await db.select().from(visaApplications).where(eq(visaApplications.id, id));
    const own = (await subjectsOf(row?.userEmail ?? "")).find((subject) => subject.id === id);
    expect(own).toMatchObject({ inquiryId: null, label: expect.not.stringContaining("inquiry") });
  },
);

test("[F-SAFE-5] a copy has the inquiry of the same confirmed email, and no note, name or email of staff", async () => {
  const { id, inquiry } = await caseOfInquiry("own");
  const { names, text } = await copyOf(id);
  expect(names).toContain("asked.pdf");
  for (const own of ["Odile Rolle", "What we said"]) expect(text).toContain(own);
  for (const none of [...Object.values(ofStaff), taskNote]) expect(text).not.toContain(none);
  expect(JSON.stringify(await inquiryData(inquiry))).not.toMatch(/Seems nervous|clerk@|adminNotes|enteredBy|dueOn/);
});

test("[F-SAFE-5] the inquiry in a copy has exactly the listed columns", async () => {
  expect(Object.keys((await inquiryData(await newInquiry()))?.inquiry ?? {}).toSorted()).toMatchInlineSnapshot(`
    [
      "answeredAt",
      "askedAt",
      "email",
      "fullName",
      "id",
      "nationality",
      "numAdults",
      "numChildren",
      "passportExpiryDate",
      "phone",
      "preferredContactMethod",
      "privacyConsent",
      "purpose",
      "residenceCountry",
      "status",
      "travelDate",
      "visaService",
    ]
  `);
});

test.each(["own", "somebody else’s"] as const)(
  "[F-SAFE-5] erasing a case erases the inquiry it was made from only if that is the same person’s: %s",
  async (whose) => {
    const { id, inquiry } = await caseOfInquiry(whose);
    await database.query(
      "update application_status_history set created_at = now() - interval '9 years' where application_id = $1",
      [id],
    );
    const requestId = await confirmed(id);
    expect(await decideErasure(await staffMember(database), { requestId, decision: "erase" })).toEqual({ ok: true });
    await runJob("privacy.erase", { kind: "application", id });
    expect(await isThere("visa_applications", id)).toBe(false);
    expect(await isThere("visa_inquiries", inquiry)).toBe(whose !== "own");
  },
);

test("[F-SAFE-5, X-TASK-10] restricting a case leaves another person’s inquiry in place, and keeps the notes for staff", async () => {
  const { id, inquiry } = await caseOfInquiry("somebody else’s");
  const requestId = await confirmed(id);
  expect(await decideErasure(await staffMember(database), { requestId, decision: "restrict" })).toEqual({ ok: true });
  await runJob("privacy.restrict", { applicationId: id });
  const files = filesIn(await buffer((await openRestrictedFile((await findRestricted(id))?.documentId ?? "")).stream));
  expect([...files.keys()]).not.toContain("asked.pdf");
  expect(files.get("data.json")?.toString()).not.toContain("Odile Rolle");
  expect(files.get("data.json")?.toString()).toContain(ofStaff.note);
  expect(files.get("data.json")?.toString()).toContain(taskNote);
  expect([await isThere("visa_applications", id), await isThere("visa_inquiries", inquiry)]).toEqual([false, true]);
});

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RouterContextProvider } from "react-router";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { config } from "~/config.server";
import { cookieName } from "~/core/cookie.server";
import { Applicant, mailsOf } from "../../../test/harness/applicants/in-process";
import { filesIn } from "../../../test/harness/case/zip";
import { browserWith } from "../../../test/harness/in-process/draft";
import { runJob } from "../../../test/harness/in-process/jobs";
import { madeFrom, newInquiry, openFiles, paper, storedFile } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { sweepPrivacy } from "../sweep.server";
import { requestCopy } from "./ask-for-copy.server";
import { loader } from "./download";
import { registerCopies } from "./make-copy.server";
import { openCopy } from "./open-copy.server";
import { findCopy, latestCopy } from "./read-copy.server";

const database = testDatabase();
beforeAll(() => registerCopies());
let applicant: Applicant;
let id: string;
beforeEach(async () => {
  applicant = new Applicant(database);
  id = await applicant.ready();
  expect(await applicant.submit(id)).toMatchObject({ ok: true });
  await database.query("delete from limit_counts");
});

const requestOwnCopy = () => requestCopy(applicant.context(id), id);
/** Runs the queued jobs, each `times` times. */
async function make(times = 1): Promise<void> {
  for (const data of await database.enqueued("privacy.copy"))
    for (let time = 0; time < times; time++) await runJob("privacy.copy", data);
  await database.query("update pgboss.job set state = 'completed' where name = 'privacy.copy'");
}
const readyMails = async () => (await mailsOf(database, id)).filter((kind) => kind === "data_copy_ready").length;

/** Requests a copy with this cookie. */
async function get(cookie: string, copyId: string, of = id): Promise<Response> {
  const request = new Request(`http://localhost/apply/${of}/data/${copyId}.zip`, { headers: { cookie } });
  const url = new URL(request.url);
  const params = { id: of, copy: copyId };
  return loader({ request, params, url, context: new RouterContextProvider(), pattern: "" });
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("[V-COPY-1] a copy is made in the background and announced by one mail, even if an earlier run was aborted", async () => {
  expect(await requestOwnCopy()).toEqual({ ok: true });
  expect(await latestCopy(id)).toMatchObject({ state: "making" });
  expect(await readyMails()).toBe(0);
  await make(2);
  expect(await latestCopy(id)).toMatchObject({ state: "ready" });
  expect(await readyMails()).toBe(1);
});

test("[V-COPY-2, X-TASK-10] a copy has questions as worded with answers, messages, ledger, history, mails, the case as PDF and every document", async () => {
  const file = paper(5000);
  await storedFile(id, { bytes: file });
  const infected = await storedFile(id);
  await database.query(
    "update documents set scan = 'infected', virus = 'Eicar', document_name = 'bad.pdf' where id = $1",
    [infected.id],
  );
  await database.query(
    "insert into case_messages (application_id, side, body) values ($1, 'office', 'We wrote this'), ($1, 'applicant', 'I wrote this')",
    [id],
  );
  await database.query(
    "insert into application_notes (application_id, body, author_email) values ($1, 'Seems nervous', 'a@b.example')",
    [id],
  );
  await database.query(
    `insert into case_tasks (application_id, title, note, due_on, done_at, done_by, removed_at) values
     ($1, 'Call the client', 'Is nervous', '2099-03-01', null, null, null),
     ($1, 'Check the papers', '', null, now(), 'a@b.example', null), ($1, 'A slip', '', null, null, null, now())`,
    [id],
  );
  await requestOwnCopy();
  await make();
  const { cookie } = await browserWith({ id });
  const response = await get(cookie, (await latestCopy(id))?.id ?? "");
  expect(response.status).toBe(200);
  const files = filesIn(await bytesOf(response));
  const { application } = await applicant.found(id);
  expect([...files.keys()].sort()).toEqual(
    ["your-data.json", `Lucaya-${application.applicationNumber}.pdf`, "letter.pdf", "missing.txt"].sort(),
  );
  expect(files.get("letter.pdf")?.equals(file)).toBe(true);
  expect(files.get("missing.txt")?.toString()).toMatch(/bad\.pdf: removed: a virus was found \(Eicar\)/);
  const data = z
    .looseObject({
      steps: z.array(z.looseObject({ answers: z.array(z.looseObject({ label: z.string() })) })),
      messages: z.array(z.looseObject({ text: z.string() })),
      statusHistory: z.array(z.unknown()),
      ledger: z.array(z.unknown()),
      mails: z.array(z.looseObject({ kind: z.string(), text: z.string().nullable() })),
    })
    .parse(JSON.parse(files.get("your-data.json")?.toString() ?? ""));
  expect(data.steps.flatMap(({ answers }) => answers).length).toBeGreaterThan(40);
  expect(data.steps.flatMap(({ answers }) => answers.map(({ label }) => label))).toContain("Passport number");
  expect(data.messages.map(({ text }) => text)).toEqual(expect.arrayContaining(["We wrote this", "I wrote this"]));
  expect(data.mails.map(({ kind }) => kind)).toContain("application_submitted");
  expect(data).toMatchObject({ amendments: [], requests: expect.any(Array), appointments: [] });
  const task = { due: null, addedAt: expect.any(String), doneAt: null };
  expect(data.tasksOfTheOffice, "without notes, names and what was removed").toEqual(
    expect.arrayContaining([
      { ...task, task: "Call the client", due: "2099-03-01" },
      { ...task, task: "Check the papers", doneAt: expect.any(String) },
    ]),
  );
  expect(data.tasksOfTheOffice).toHaveLength(2);
});

test("[V-COPY-2, X-REMIND-12] a copy has the key dates of the case, without who recorded them", async () => {
  await database.query(
    `insert into key_dates (application_id, kind, ends_on, note, made_by) values ($1, 'visa', '2099-03-01', 'Leave by then', 'a@b.example')`,
    [id],
  );
  await requestOwnCopy();
  await make();
  const { cookie } = await browserWith({ id });
  const files = filesIn(await bytesOf(await get(cookie, (await latestCopy(id))?.id ?? "")));
  const text = files.get("your-data.json")?.toString() ?? "";
  expect(JSON.parse(text).keyDates).toMatchObject([{ what: "Visa", endsOn: "2099-03-01", note: "Leave by then" }]);
  expect(text).not.toContain("a@b.example");
});

test("[V-COPY-2, K-UNDO-3] a copy has the case's inquiry, browsers and record, and nothing undone or still undoable", async () => {
  const inquiry = await newInquiry();
  await madeFrom(inquiry, id);
  const file = await storedFile(null);
  await database.query("update documents set inquiry_id = $2, document_name = 'asked.pdf' where id = $1", [
    file.id,
    inquiry,
  ]);
  await database.query(
    `insert into inquiry_replies (id, inquiry_id, kind, body, admin_email, said_at, undone_at) values
     (gen_random_uuid(), $1, 'mail', 'What we said', 'a@b.example', now(), null),
     (gen_random_uuid(), $1, 'mail', 'Never said', 'a@b.example', now(), now())`,
    [inquiry],
  );
  await database.query(
    `insert into application_status_history (application_id, from_status, to_status, message, undone_at, shown_from) values
     ($1, 'submitted', 'under_review', 'We look at it', null, null),
     ($1, 'under_review', 'denied', 'A slip', now(), null),
     ($1, 'under_review', 'approved', 'Not yet', null, now() + interval '1 minute')`,
    [id],
  );
  await database.query(
    `insert into admin_activity_log (action_type, admin_email, subject_type, subject_id, subject_name, details, address)
     select 'legal_hold_placed', 'boss@lucaya.example', 'application', id::text, application_number, '{"reason":"Secret reason"}', '10.9.8.7'
     from visa_applications where id = $1`,
    [id],
  );
  await requestOwnCopy();
  await make();
  const { cookie } = await browserWith({ id });
  const files = filesIn(await bytesOf(await get(cookie, (await latestCopy(id))?.id ?? "")));
  expect([...files.keys()]).toContain("asked.pdf");
  const text = files.get("your-data.json")?.toString() ?? "";
  for (const expected of ["What we said", "We look at it", "Nadège"]) expect(text).toContain(expected);
  for (const none of ["Never said", "A slip", "Not yet", "Secret reason", "boss@lucaya.example", "10.9.8.7"])
    expect(text).not.toContain(none);
  const data: unknown = JSON.parse(text);
  expect(data).toMatchObject({ browsers: [{ began: true }], changesOfEmail: [] });
  expect(data).toMatchObject({ record: expect.arrayContaining([expect.objectContaining({ by: "office" })]) });
});

test("[V-COPY-3] a copy is stored encrypted for 72 hours; then its bytes are deleted and its URL gives 410", async () => {
  await requestOwnCopy();
  await make();
  const copyId = (await latestCopy(id))?.id ?? "";
  const path = join(config.dataDir, "documents", "visa-documents", "copies", `${copyId}.zip`);
  expect(readFileSync(path).includes("your-data.json")).toBe(false);
  const { cookie } = await browserWith({ id });
  const hoursLeft =
    "select round(extract(epoch from offered_until - now()) / 3600)::int as hours from data_copies where id = $1";
  expect(await database.query(hoursLeft, [copyId])).toEqual([{ hours: 72 }]);
  await database.query("update data_copies set offered_until = now() + interval '1 minute'");
  await sweepPrivacy();
  const download = await get(cookie, copyId);
  expect(download.status).toBe(200);
  await download.body?.cancel();
  await database.query("update data_copies set offered_until = now() - interval '1 second'");
  const over = await get(cookie, copyId);
  expect([over.status, await over.text()]).toEqual([
    410,
    "This copy was kept for 72 hours. Please ask for a new one.\n",
  ]);
  await sweepPrivacy();
  expect(existsSync(path)).toBe(false);
  expect((await get(cookie, copyId)).status).toBe(410);
});

test("aborting a download before a copy's first byte leaves no file open", async ({ skip }) => {
  skip(process.platform !== "linux", "only Linux tells of open files");
  await requestOwnCopy();
  await make();
  const copyId = (await latestCopy(id))?.id ?? "";
  const copy = await findCopy(id, copyId);
  const bytes = copy && (await openCopy(copy));
  expect(openFiles(copyId)).toHaveLength(1);
  bytes?.destroy();
  await expect.poll(() => openFiles(copyId), { timeout: 60_000 }).toEqual([]);
});

test("[V-COPY-4] a copy requested again is the same one without a second mail; the fourth request within a day is refused", async () => {
  await Promise.all([requestOwnCopy(), requestOwnCopy()]);
  await make();
  expect(await requestOwnCopy()).toEqual({ ok: true });
  await make();
  expect(await database.query("select from data_copies where application_id = $1", [id])).toHaveLength(1);
  expect(await readyMails()).toBe(1);
  expect(await requestOwnCopy()).toMatchObject({ ok: false, message: "Please ask again tomorrow." });
});

test("[V-COPY-5] nobody else can open a copy, and it has nothing of another application of the same email", async () => {
  const { application } = await applicant.found(id);
  const otherId = await applicant.start(application.userEmail);
  await requestOwnCopy();
  await make();
  const copyId = (await latestCopy(id))?.id ?? "";
  const otherUser = await browserWith({ id: otherId });
  expect((await get(otherUser.cookie, copyId)).status).toBe(404);
  expect((await get(otherUser.cookie, copyId, otherId)).status).toBe(404);
  expect((await get(`${cookieName("lucaya.session_token")}=staff`, copyId)).status).toBe(404);
  const ownBrowser = await browserWith({ id });
  const files = filesIn(await bytesOf(await get(ownBrowser.cookie, copyId)));
  const number = (await applicant.found(otherId)).application.applicationNumber;
  for (const [name, bytes] of files) expect(bytes.includes(number), name).toBe(false);
  expect(await requestCopy(applicant.context(otherId), id)).toMatchObject({ ok: false, reason: "forbidden" });
});

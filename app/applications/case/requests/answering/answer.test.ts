import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { askApplicant } from "~/applications/case/requests/asking/ask.server";
import { takeItemBack } from "~/applications/case/requests/asking/change-item.server";
import { emptyItem } from "~/applications/case/requests/asking/check-items";
import { acceptAnswer, askAgain } from "~/applications/case/requests/checking/decide.server";
import { askForCleanFile } from "~/applications/case/requests/checking/found-virus.server";
import { tellOverdue } from "~/applications/case/requests/overdue.server";
import { readForApplicant, readForDesk } from "~/applications/case/requests/read-requests.server";
import { readApplication } from "~/applications/desk/case/case.server";
import { setStatus } from "~/applications/desk/case/set-status.server";
import { db } from "~/db/client.server";
import { nassauDay, nassauInstant } from "~/ground/time";
import { Applicant } from "../../../../../test/harness/applicants/in-process";
import { pdfFile } from "../../../../../test/harness/applicants/uploads";
import { recordOf, withoutChange } from "../../../../../test/harness/desk/verbs";
import { ownDatabase } from "../../../../../test/harness/in-process/own-database";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { documentOf, storedFile } from "../../../../../test/harness/in-process/stored-file";
import { answerItems } from "./answer-form.server";
import { saveDraft } from "./draft.server";
import { removeFromItem } from "./draft-files.server";

const database = ownDatabase();
let staff: StaffContext;
let other: StaffContext;
let applicant: Applicant;
let id: string;
/** The document and the question that are open. */
let document: string;
let question: string;
const names = ["Letter of your employer", "Who pays for the trip?"];

beforeAll(async () => {
  staff = await staffMember(database, "regular_admin");
  other = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("delete from limit_counts");
  applicant = new Applicant(database);
  id = await applicant.start();
  await database.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
  await ask();
});

async function ask(more: { dueOn?: string; ifLate?: string } = {}, setStatus = true) {
  const [letter = "", payer = ""] = names;
  const items = [
    { ...emptyItem, what: "document", name: letter, reason: "It shows your leave.", ...more },
    { ...emptyItem, what: "question", name: payer, reason: "It was left open.", ...more },
  ];
  expect(await askApplicant(staff, { applicationId: id, items, setStatus })).toMatchObject({ ok: true });
  const { open } = await readForApplicant(id);
  [document = "", question = ""] = open.map((item) => item.id);
  await database.query("delete from email_notifications where application_id = $1", [id]);
}

type Given = { text?: string; files?: File[]; intent?: string; attempt?: string; revision?: number };
function formOf({ text, files = [], intent = "send", attempt = crypto.randomUUID(), revision = 0 }: Given) {
  const form = new FormData();
  form.set("intent", intent);
  form.set("attempt", attempt);
  for (const item of [document, question]) form.append("item", item);
  if (text !== undefined) form.set(`text-${question}`, text);
  form.set(`revision-${question}`, String(revision));
  for (const file of files) form.append(`file-${document}`, file);
  return form;
}
const answer = (given: Given, as = applicant) => answerItems(as.context(id), id, formOf(given));
const mails = async () =>
  (
    await database.query<{ kind: string }>(
      "select email_type as kind from email_notifications where application_id = $1 order by email_type",
      [id],
    )
  ).map(({ kind }) => kind);
const caseRow = async () => (await database.query("select status, turn from visa_applications where id = $1", [id]))[0];
const messages = () =>
  database.query<{ id: string; body: string }>("select id, body, side from case_messages where application_id = $1", [
    id,
  ]);
const openOnes = async () => (await readForApplicant(id)).open;
const sentAnswer = async (item: string) => {
  const found = (await readForDesk(id)).done.find((one) => one.id === item);
  return found?.answers.at(-1)?.id ?? "";
};

describe("drafts", () => {
  test("[C-ANS-6, C-ANS-7] a text and a file are kept until they are sent; the desk sees that they were begun", async () => {
    expect(await answer({ text: "My sister", files: [pdfFile("letter.pdf")], intent: "save" })).toEqual({
      kind: "saved",
    });
    const [paper, words] = await openOnes();
    expect([paper?.files.map(({ name }) => name), words?.draft]).toEqual([["letter.pdf"], "My sister"]);
    const desk = await readForDesk(id);
    expect(desk.open.map(({ begunAt }) => begunAt !== null)).toEqual([true, true]);
    expect(JSON.stringify(desk)).not.toMatch(/My sister|letter\.pdf/);
    expect((await readApplication(id))?.documents).toEqual([]);
    const [row] = await database.query<{ draft: string }>("select draft from case_request_items where id = $1", [
      question,
    ]);
    expect(row?.draft.startsWith("sealed:1:"), "encrypted").toBe(true);
  });

  test("[C-ANS-6] an older window takes no younger text away, and is told", async () => {
    const save = (text: string, revision: number) =>
      saveDraft(applicant.context(id), id, { item: question, text, revision });
    expect(await save("My sister", 0)).toEqual({ ok: true, revision: 1 });
    expect(await save("Nobody", 0)).toMatchObject({ reason: "conflict", detail: { revision: 1 } });
    expect((await openOnes())[1]?.draft).toBe("My sister");
    expect(await save("My sister, really", 1)).toEqual({ ok: true, revision: 2 });
  });

  test("[C-ANS-13] a file can be removed until it is sent", async () => {
    await answer({ files: [pdfFile("one.pdf"), pdfFile("two.pdf")], intent: "save" });
    const [one, two] = (await openOnes())[0]?.files ?? [];
    expect(await removeFromItem(applicant.context(id), id, one?.id)).toEqual({ ok: true });
    await answer({});
    const done = (await readForApplicant(id)).done[0];
    expect(done?.answers.map(({ files }) => files.map(({ name }) => name))).toEqual([["two.pdf"]]);
    expect(await withoutChange(database, () => removeFromItem(applicant.context(id), id, two?.id))).toMatchObject({
      reason: "not-found",
    });
  });
});

describe("sending", () => {
  test("[C-ANS-8, C-ANS-9] what is complete goes, the rest stays with its draft; one mail to each side, without answers", async () => {
    const files = [pdfFile("one.pdf"), pdfFile("two.pdf")];
    expect(await answer({ files, text: "" })).toEqual({ kind: "sent", sent: 1, of: 2, kept: 0, left: [names[1]] });
    const { open, done } = await readForApplicant(id);
    expect([open.map(({ name }) => name), done.map(({ name, state }) => [name, state])]).toEqual([
      [names[1]],
      [[names[0], "sent"]],
    ]);
    expect(await mails()).toEqual(["request_answered", "request_received"]);
    const data = await database.query<{ data: Record<string, string> }>(
      "select template_data as data from email_notifications where application_id = $1",
      [id],
    );
    for (const one of data) {
      expect(one.data).toMatchObject({ arrived: names[0], open: names[1] });
      expect(JSON.stringify(one.data)).not.toContain("one.pdf");
    }
    expect(await caseRow()).toEqual({ status: "additional_info_required", turn: "applicant" });
  });

  test("[C-ANS-8] with nothing complete nothing is sent, and what was begun is told what it lacks", async () => {
    expect(await withoutChange(database, () => answer({ text: "" }))).toMatchObject({
      kind: "refused",
      message: "Nothing is complete yet.",
      problems: [],
    });
    const text = "x".repeat(5120);
    expect(await answer({ text })).toMatchObject({
      message: "Nothing is complete yet.",
      problems: [{ item: question, message: "Please use at most 5,000 characters; this has 5,120." }],
      typed: { [question]: text },
    });
    expect((await openOnes())[1]?.draft, "the longer text stays whole").toBe(text);
    expect(await mails()).toEqual([]);
  });

  test("[C-ANS-3] of several files each is stored or named with the reason, and takes no other with it", async () => {
    const files = [pdfFile("one.pdf"), new File(["x".repeat(2000)], "virus.exe"), pdfFile("two.pdf")];
    expect(await answer({ files })).toMatchObject({
      kind: "refused",
      problems: [{ item: document, message: expect.stringMatching(/^virus\.exe: File type \.exe is not allowed/) }],
    });
    expect(
      (await openOnes())[0]?.files.map(({ name }) => name),
      "nothing was sent yet",
    ).toEqual(["one.pdf", "two.pdf"]);
  });

  test("[C-ANS-10] the last one brings the case under review, with a line of nobody and no status mail", async () => {
    await answer({ text: "My sister", files: [pdfFile("one.pdf")] });
    expect(await caseRow()).toEqual({ status: "under_review", turn: "office" });
    const [line] = await database.query(
      "select from_status, to_status, admin_email from application_status_history where application_id = $1 order by created_at desc limit 1",
      [id],
    );
    expect(line).toEqual({ from_status: "additional_info_required", to_status: "under_review", admin_email: null });
    expect(await mails()).not.toContain("status_update");
    expect((await recordOf(database, id)).map(({ what }) => what)).toContain("request_items_sent");
  });

  test("[C-ANS-10] any other status stays", async () => {
    await database.query("update visa_applications set status = 'submitted' where id = $1", [id]);
    await answer({ text: "My sister", files: [pdfFile("one.pdf")] });
    expect(await caseRow()).toEqual({ status: "submitted", turn: "office" });
  });

  test("[C-BOTH-5] fifty equal ones with one key are one, with one mail to each side", async () => {
    await answer({ text: "My sister", intent: "save" });
    const attempt = crypto.randomUUID();
    const all = await Promise.all(
      Array.from({ length: 50 }, () => answer({ text: "My sister", attempt, revision: 1 })),
    );
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(all[0]).toMatchObject({ kind: "sent", sent: 1, of: 2 });
    expect(await mails()).toEqual(["request_answered", "request_received"]);
    expect(await messages()).toEqual([]);
    const rows = await database.query("select id from case_item_answers where application_id = $1", [id]);
    expect(rows).toHaveLength(1);
  });

  test("[C-BOTH-4] a stranger sends and stores nothing", async () => {
    const stranger = new Applicant(database);
    await withoutChange(database, () =>
      answer({ text: "I was here", files: [pdfFile("one.pdf")], intent: "save" }, stranger),
    );
  });

  test("[C-BOTH-6] what is sent after staff took the item back is kept with its files as a message", async () => {
    await answer({ files: [pdfFile("letter.pdf")], intent: "save" });
    for (const item of [document, question])
      await takeItemBack(staff, { applicationId: id, item, reason: "We have it." });
    expect(await answer({ text: "My sister" })).toMatchObject({ kind: "sent", sent: 0, kept: 2 });
    const kept = await messages();
    expect(kept.map(({ body }) => body).sort()).toEqual([names[0], `${names[1]}\n\nMy sister`]);
    const [file] = await database.query<{ message: string }>(
      "select case_message_id as message from documents where application_id = $1",
      [id],
    );
    expect(kept.find(({ body }) => body === names[0])?.id).toBe(file?.message);
    expect((await caseRow())?.turn).toBe("office");
  });

  test("[C-BOTH-6] the same once the case was closed; its items read Closed with the case", async () => {
    await setStatus(staff, { applicationId: id, status: "withdrawn" });
    expect((await readForApplicant(id)).done.map(({ state }) => state)).toEqual(["closed", "closed"]);
    expect(await answer({ text: "My sister" })).toMatchObject({ kept: 1 });
    expect(await caseRow()).toEqual({ status: "withdrawn", turn: null });
  });
});

describe("checking", () => {
  const decide = (item: string, sent: string) => ({ applicationId: id, item, answer: sent });

  test("[C-CHK-1, C-CHK-2] accepting sends no mail and stands with its day on both sides", async () => {
    await answer({ text: "My sister" });
    const before = await mails();
    expect(await acceptAnswer(staff, decide(question, await sentAnswer(question)))).toEqual({ ok: true });
    expect(await mails()).toEqual(before);
    const page = (await readForApplicant(id)).done[0];
    expect(page).toMatchObject({ state: "accepted", answers: [{ outcome: "accepted", text: "My sister" }] });
    expect(nassauDay(page?.stateAt)).toBe(nassauDay());
    expect((await readForDesk(id)).done[0]).toMatchObject({ state: "accepted" });
  });

  test("[C-CHK-1, C-CHK-3, C-CHK-4] asked for again it is open with that reason, mailed, and what was sent stays listed", async () => {
    await answer({ text: "My sister", files: [pdfFile("letter.pdf")] });
    await database.query("delete from email_notifications where application_id = $1", [id]);
    const given = { ...decide(document, await sentAnswer(document)), setStatus: true };
    expect(await withoutChange(database, () => askAgain(staff, { ...given, reason: "" }))).toMatchObject({
      message: "Say what is wrong with it: the applicant reads this.",
      detail: { field: "reason" },
    });
    expect(await askAgain(staff, { ...given, reason: "It is dark.", dueOn: nassauDay() })).toEqual({ ok: true });
    expect(await openOnes()).toMatchObject([
      {
        reason: "It is dark.",
        dueOn: nassauDay(),
        files: [],
        answers: [{ outcome: "refused", reason: "It is dark.", files: [{ name: "letter.pdf" }] }],
      },
    ]);
    expect(await mails()).toEqual(["status_update"]);
    expect(await caseRow()).toEqual({ status: "additional_info_required", turn: "applicant" });
  });

  test("[C-CHK-7] of two admins the first decision stands, and the second changes and mails nothing", async () => {
    await answer({ text: "My sister" });
    const given = decide(question, await sentAnswer(question));
    await database.query("delete from email_notifications where application_id = $1", [id]);
    const [one, two] = await Promise.all([
      acceptAnswer(staff, given),
      askAgain(other, { ...given, reason: "Who is she?", setStatus: false }),
    ]);
    const refused = one.ok ? two : one;
    expect([one.ok, two.ok].filter(Boolean)).toHaveLength(1);
    expect(refused).toMatchObject({
      message: "Somebody else has decided on this in the meantime; the page shows how. Nothing was changed.",
    });
    expect(await mails()).toEqual(one.ok ? [] : ["case_request"]);
  });

  test("[C-CHK-6, C-CHK-5] a held file is not accepted; a virus in it opens the item again and asks for a clean one", async () => {
    await answer({ files: [pdfFile("letter.pdf")] });
    const [row] = await database.query<{ id: string }>("select id from documents where application_id = $1", [id]);
    await database.query("update documents set scan = 'waiting' where id = $1", [row?.id]);
    await database.query("delete from email_notifications where application_id = $1", [id]);
    const given = decide(document, await sentAnswer(document));
    expect(await withoutChange(database, () => acceptAnswer(staff, given))).toMatchObject({
      message: "This file is still being checked for viruses.",
    });
    await database.query("update documents set scan = 'infected', virus = 'Eicar' where id = $1", [row?.id]);
    const infected = await documentOf(row?.id ?? "");
    await db.transaction((tx) => askForCleanFile(tx, infected));
    const [open] = await openOnes();
    expect(open).toMatchObject({ name: names[0], answers: [{ outcome: "refused", files: [{ scan: "infected" }] }] });
    const [mail] = await database.query(
      "select email_type as kind, template_data ->> 'file' as file, template_data ->> 'item' as item from email_notifications where application_id = $1",
      [id],
    );
    expect(mail).toEqual({ kind: "file_infected", file: "letter.pdf", item: names[0] });
  });
});

describe("a file that the application was submitted with", () => {
  test("[C-CHK-5, C-MISS-1] a virus found in it later opens an item for a clean one, once", async () => {
    const [service] = await database.query<{ id: string; type: string }>(
      "select visa_service_id as id, document_type as type from document_requirements where is_required limit 1",
    );
    await database.query("update visa_applications set visa_service_id = $2 where id = $1", [id, service?.id]);
    const infected = await storedFile(id);
    await database.query("update documents set document_type = $2, scan = 'infected' where id = $1", [
      infected.id,
      service?.type,
    ]);
    const found = await documentOf(infected.id);
    for (let times = 0; times < 2; times++) await db.transaction((tx) => askForCleanFile(tx, found));
    expect(
      (await openOnes()).filter(({ reason }) => reason.startsWith("A virus was found in letter.pdf")),
    ).toHaveLength(1);
    expect(await mails()).toEqual(["file_infected"]);
  });
});

describe("a day that is over", () => {
  test("[C-ANS-11, C-ANS-12] is told once at 9:00 in Nassau of the next day, by two instances too, and still can be answered", async () => {
    const due = "2026-03-07";
    await database.query(
      "update case_request_items set due_on = $2, if_late = 'We ask for another date.' where application_id = $1",
      [id, due],
    );
    const at = (day: string, time: string) => tellOverdue(nassauInstant(day, time));
    await at(due, "23:00");
    await at("2026-03-08", "08:59");
    expect(await mails()).toEqual([]);
    await Promise.all([at("2026-03-08", "09:00"), at("2026-03-08", "09:00")]);
    await at("2026-03-09", "09:00");
    expect(await mails()).toEqual(["case_items_overdue"]);
    const [mail] = await database.query<{ items: string }>(
      "select template_data ->> 'items' as items from email_notifications where application_id = $1",
      [id],
    );
    for (const words of [...names, "This was due on March 7, 2026. We ask for another date."])
      expect(mail?.items).toContain(words);
    expect((await openOnes()).map(({ isOverdue }) => isOverdue)).toEqual([true, true]);
    expect(await answer({ text: "My sister" })).toMatchObject({ sent: 1 });
    await database.query("update case_request_items set due_on = '2026-03-20' where id = $1", [document]);
    await at("2026-03-21", "12:00");
    expect(await mails(), "once for another day").toHaveLength(4);
  });
});

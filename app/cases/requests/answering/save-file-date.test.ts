import { beforeEach, describe, expect, test } from "vitest";
import { typedFileDateIn } from "~/applications/required-files/write-file-date.server";
import { requestItems } from "~/cases/requests/asking/ask.server";
import { emptyItem } from "~/cases/requests/asking/check-items";
import { readForApplicant } from "~/cases/requests/read-requests.server";
import { daysAfter, nassauDay } from "~/core/time";
import { sentenceOf } from "~/documents/dates/date-rule";
import { datePartsOf } from "~/form-engine/typed/dates";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { withoutChange } from "../../../../test/harness/desk/verbs";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { askAgain } from "../checking/decide.server";
import { handleRequestsForm } from "./answer-form.server";
import { attachToItem } from "./draft-files.server";
import { saveFileDate } from "./save-file-date.server";

const database = testDatabase();
const today = nassauDay();
let applicant: Applicant;
let id: string;
let item: string;
let file: string;

beforeEach(async () => {
  applicant = new Applicant(database);
  const service = (await serviceOf(database, "permit-to-reside")).id;
  id = await applicant.start(undefined, { service });
  await database.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
  const items = [{ ...emptyItem, what: "document:medical_certificate", reason: "We need a newer one." }];
  expect(await requestItems(await staffMember(database), { applicationId: id, items, setStatus: false })).toMatchObject(
    {
      ok: true,
    },
  );
  item = (await opened())?.id ?? "";
  const upload = { item, file: pdfFile("medical.pdf"), attempt: crypto.randomUUID() };
  const attached = await attachToItem(applicant.context(id), id, upload);
  if (!attached.ok) throw new Error(attached.message);
  file = attached.id;
});

const opened = async () => (await readForApplicant(id)).open[0];
const sentences = async () => (await opened())?.files.map(({ date }) => date && sentenceOf(date.condition));
const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const boxes = (prefix: string, day: string) =>
  Object.fromEntries(Object.entries(datePartsOf(day)).map(([part, text]) => [`${prefix}.${part}`, text]));
const byScript = (day: string, document = file) =>
  typedFileDateIn(formOf({ document, kind: "issued", ...boxes("date", day) }));
/** The form with all items, as it is sent without script. */
const pageForm = (intent: string, typed: Record<string, string>) =>
  formOf({
    ...{ intent, item, attempt: crypto.randomUUID(), dated: file },
    ...{ [`date-${file}.kind`]: "issued", [`date-${file}.item`]: item },
    ...typed,
  });
const sentOn = async () =>
  (
    await database.query(
      "select issued_on::text as day, case_answer_id is not null as sent from documents where id = $1",
      [file],
    )
  )[0];

describe("the date of a file in an answer", () => {
  test("[U-AGE-2] the mail of the request states the rule below the document’s name", async () => {
    const [mail] = await database.query<{ items: string }>(
      "select template_data ->> 'items' as items from email_notifications where application_id = $1 and email_type = 'case_request'",
      [id],
    );
    expect(mail?.items).toContain(
      "Medical certificate\nIt must be issued at most 30 days before we file your application.\nWhy: We need a newer one.",
    );
    expect((await opened())?.dateRule).toEqual({ rule: "filing", amount: 30, unit: "days" });
  });

  test("[U-AGE-2] the mail about an answer that was not accepted states the rule too", async () => {
    expect(await handleRequestsForm(applicant.context(id), id, pageForm("send", {}))).toMatchObject({ kind: "sent" });
    const sent = (await readForApplicant(id)).done[0]?.answers[0]?.id ?? "";
    const decision = { applicationId: id, item, answer: sent, reason: "It is too old.", setStatus: false };
    expect(await askAgain(await staffMember(database), decision)).toEqual({ ok: true });
    const mails = await database.query<{ items: string }>(
      "select template_data ->> 'items' as items from email_notifications where application_id = $1 and email_type = 'case_request' order by created_at",
      [id],
    );
    expect(mails.at(-1)?.items).toContain(
      "Medical certificate\nIt must be issued at most 30 days before we file your application.\nWhy: It is too old.",
    );
  });

  test("[U-AGE-4, U-AGE-6] the script saves it as the boxes are left, until the answer is sent", async () => {
    expect(await sentences()).toEqual([expect.stringMatching(/^Please give the date of issue/)]);
    expect(await saveFileDate(applicant.context(id), id, byScript(daysAfter(today, -31)))).toEqual({ ok: true });
    expect(await sentences()).toEqual([expect.stringMatching(/^Too old: /)]);
    expect(await saveFileDate(applicant.context(id), id, byScript(today))).toEqual({ ok: true });
    expect(await sentences()).toEqual([expect.stringMatching(/^Good until /)]);
    expect(await handleRequestsForm(applicant.context(id), id, pageForm("send", {}))).toMatchObject({ kind: "sent" });
    const late = () => saveFileDate(applicant.context(id), id, byScript(daysAfter(today, -1)));
    expect(await withoutChange(database, late)).toMatchObject({ reason: "not-found" });
  });

  test("[U-AGE-4] no other browser can set it", async () => {
    const stranger = { address: "10.9.9.9", holder: "0".repeat(64) };
    expect(await withoutChange(database, () => saveFileDate(stranger, id, byScript(today)))).toMatchObject({
      reason: "forbidden",
    });
  });

  test("[U-AGE-4] without script every button of the page saves it, and Send sends it with the file", async () => {
    const typed = boxes(`date-${file}`, today);
    expect(await handleRequestsForm(applicant.context(id), id, pageForm("save", typed))).toEqual({ kind: "saved" });
    expect(await sentOn()).toEqual({ day: today, sent: false });
    const newer = boxes(`date-${file}`, daysAfter(today, -1));
    expect(await handleRequestsForm(applicant.context(id), id, pageForm("send", newer))).toMatchObject({
      kind: "sent",
    });
    expect(await sentOn()).toEqual({ day: daysAfter(today, -1), sent: true });
  });

  test("[U-AGE-5] half a date stays in its boxes, and its item is not sent", async () => {
    await saveFileDate(applicant.context(id), id, byScript(today));
    const half = { [`date-${file}.day`]: "14", [`date-${file}.month`]: "may", [`date-${file}.year`]: "" };
    const message = "Date of issue: the year is missing";
    const dates = [{ document: file, message, parts: { day: "14", month: "may", year: "" } }];
    for (const intent of ["save", "send"])
      expect(await handleRequestsForm(applicant.context(id), id, pageForm(intent, half))).toMatchObject({
        ...{ kind: "refused", problems: [{ item, message }], dates },
      });
    expect(await sentOn()).toEqual({ day: today, sent: false });
  });
});

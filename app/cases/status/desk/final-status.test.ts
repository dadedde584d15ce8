import { expect, test } from "vitest";
import { readTurn } from "~/cases/turn/read-turn.server";
import { turnLabel } from "~/cases/turn/turn-text";
import { nassauLongDate } from "~/core/time";
import { renderPreview } from "~/mail/preview.server";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { insertAppointment } from "../../../../test/harness/desk/appointments";
import { recordOf, whileNothingIsInserted, withoutChange } from "../../../../test/harness/desk/verbs";
import { AskedCase } from "../../../../test/harness/in-process/asked-case";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { setStatus } from "./set-status.server";

const database = testDatabase();
const requestCase = new AskedCase(database);

const day = 86_400_000;
const stateOf = async (id: string) =>
  (await database.query<{ state: string }>("select state from appointments where id = $1", [id]))[0]?.state;
const deny = (more: object = {}) =>
  setStatus(requestCase.staff, { applicationId: requestCase.id, status: "denied", sure: "yes", ...more });
/** What the question about unchecked answers carries, as a form sends it back. */
const uncheckedIn = (refused: object) =>
  (refused as { detail?: { unchecked?: { ids: string[] } } }).detail?.unchecked?.ids.join(" ") ?? "";

test("[C-DEC-7] a final status closes open and waiting items, cancels future appointments, and says so in its one mail", async () => {
  await requestCase.answer({ files: [pdfFile("letter.pdf")] });
  const ahead = await insertAppointment(database, requestCase.id);
  const over = await insertAppointment(database, requestCase.id, { startsAt: new Date(Date.now() - day) });
  expect((await requestCase.open()).map(({ id }) => id)).toEqual([requestCase.question]);
  expect((await requestCase.done()).map(({ state }) => state)).toEqual(["sent"]);
  await requestCase.forgetMails();
  const uncheckedSeen = uncheckedIn(await deny());
  expect(await deny({ unchecked: "close", uncheckedSeen })).toMatchObject({ ok: true });
  expect(await requestCase.open()).toEqual([]);
  const done = await requestCase.done();
  expect(done.map(({ state }) => state)).toEqual(["closed", "closed"]);
  expect(done.flatMap(({ answers }) => answers.map(({ outcome }) => outcome))).toEqual(["closed"]);
  expect([await stateOf(ahead), await stateOf(over)]).toEqual(["cancelled", "planned"]);
  const mails = await database.query<{ kind: string; told: string }>(
    "select email_type as kind, template_data::text as told from email_notifications where application_id = $1",
    [requestCase.id],
  );
  expect(mails.map(({ kind }) => kind)).toEqual(["status_update"]);
  expect(mails[0]?.told).toContain("cancelled");
  expect((await recordOf(database, requestCase.id)).at(-1)).toMatchObject({ what: "application_status_updated" });
  expect(await requestCase.row()).toEqual({ status: "denied", turn: null });
});

test("[F-APPL-13] the mail of a decision says that an appointment is cancelled, without its place and what to bring", async () => {
  const ahead = await insertAppointment(database, requestCase.id);
  const bring = "Your passport and two photos";
  await database.query("update appointments set place = 'The embassy, Bay Street', bring = $2 where id = $1", [
    ahead,
    bring,
  ]);
  expect(await deny()).toMatchObject({ ok: true });
  const [mail] = await database.query<{ data: Record<string, string> }>(
    "select template_data as data from email_notifications where application_id = $1 and email_type = 'status_update'",
    [requestCase.id],
  );
  const preview = await renderPreview({ emailType: "status_update", templateData: mail?.data ?? {} });
  expect(preview?.text).toContain("Canceled");
  for (const text of [bring, "The embassy", "Who pays for the trip?", "Letter of your employer"])
    expect(preview?.text).not.toContain(text);
});

test("[C-DEC-7] if its mail can't be stored, items stay open and the appointment stays", async () => {
  const ahead = await insertAppointment(database, requestCase.id);
  await whileNothingIsInserted(database, "email_notifications", async () => {
    expect(await withoutChange(database, () => deny())).toMatchObject({ ok: false, reason: "failed" });
  });
  expect((await requestCase.open()).length).toBe(2);
  expect(await stateOf(ahead)).toBe("planned");
});

test("[C-TURN-6, C-DEC-5] after a decision is reversed it is our turn, since that day and not since the submission", async () => {
  await database.query("update visa_applications set submitted_at = '2026-11-03T15:00:00Z' where id = $1", [
    requestCase.id,
  ]);
  await deny();
  const reopened = { applicationId: requestCase.id, status: "under_review", sure: "yes" };
  expect(await setStatus(requestCase.staff, reopened)).toMatchObject({ ok: true });
  const { application } = await requestCase.applicant.found(requestCase.id);
  const turn = await readTurn(application, { processingTime: null, country: null });
  expect(turn && turnLabel(turn)).toBe(`It has been our turn since ${nassauLongDate(new Date())}.`);
});

test("[F-APPL-1] a final status with unchecked answers is refused and names them, confirmed or not", async () => {
  await requestCase.answer({ files: [pdfFile("letter.pdf")], text: "My mother pays." });
  for (const status of ["approved", "denied", "withdrawn"]) {
    const refused = await withoutChange(database, () => deny({ status }));
    expect(refused).toMatchObject({ ok: false, reason: "conflict", detail: { ask: true } });
    expect(refused).toMatchObject({
      message: expect.stringMatching(
        /^.+ sent “Letter of your employer” and an answer to “Who pays for the trip\?” that nobody has checked\.$/,
      ),
    });
    expect(uncheckedIn(refused).split(" ")).toHaveLength(2);
    // Without the ids that were shown, a choice is none: something may have come since.
    expect(await deny({ status, unchecked: "close" })).toMatchObject({ ok: false, reason: "conflict" });
  }
  expect((await requestCase.done()).map(({ state }) => state)).toEqual(["sent", "sent"]);
});

test("[F-APPL-1] an answer sent after the question was shown is asked about again", async () => {
  await requestCase.answer({ files: [pdfFile("letter.pdf")] });
  const uncheckedSeen = uncheckedIn(await deny());
  await requestCase.answer({ text: "My mother pays." });
  const again = await deny({ unchecked: "close", uncheckedSeen });
  expect(again).toMatchObject({ ok: false, message: expect.stringContaining("Who pays for the trip?") });
  expect(await deny({ unchecked: "close", uncheckedSeen: uncheckedIn(again) })).toMatchObject({ ok: true });
});

test("[F-APPL-1] `accept` accepts the answers and sets the status in one transaction, with one mail", async () => {
  await requestCase.answer({ files: [pdfFile("letter.pdf")], text: "My mother pays." });
  await requestCase.forgetMails();
  const accept = { unchecked: "accept", uncheckedSeen: uncheckedIn(await deny()) };
  await whileNothingIsInserted(database, "email_notifications", async () => {
    expect(await withoutChange(database, () => deny(accept))).toMatchObject({ ok: false, reason: "failed" });
  });
  expect(await deny(accept)).toMatchObject({ ok: true });
  const done = await requestCase.done();
  expect(done.map(({ state }) => state)).toEqual(["accepted", "accepted"]);
  expect(done.flatMap(({ answers }) => answers.map(({ outcome }) => outcome))).toEqual(["accepted", "accepted"]);
  expect(await requestCase.mails()).toEqual(["status_update"]);
});

test("[F-APPL-1] a file that is still being scanned can’t be accepted with the status, and nothing changes", async () => {
  await requestCase.answer({ files: [pdfFile("letter.pdf")] });
  await database.query("update documents set scan = 'waiting' where application_id = $1", [requestCase.id]);
  const accept = { unchecked: "accept", uncheckedSeen: uncheckedIn(await deny()) };
  const refused = await withoutChange(database, () => deny(accept));
  expect(refused).toMatchObject({ ok: false, message: "This file is still being checked for viruses." });
});

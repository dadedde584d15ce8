import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { notifyOverdue } from "~/cases/requests/overdue.server";
import { readForDesk } from "~/cases/requests/read-requests.server";
import { isOverEverywhere } from "~/cases/requests/request-words";
import { nassauDay, nassauInstant } from "~/core/time";
import { db } from "~/db/client.server";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { withoutChange } from "../../../../test/harness/desk/verbs";
import { AskedCase } from "../../../../test/harness/in-process/asked-case";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { documentOf, storedFile } from "../../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { acceptAnswer, askAgain } from "./decide.server";
import { requestCleanFile } from "./found-virus.server";

const database = testDatabase();
const requestCase = new AskedCase(database);
let otherAdmin: StaffContext;
beforeAll(async () => {
  otherAdmin = await staffMember(database, "regular_admin");
});

describe("checking answers", () => {
  test("[C-CHK-1, C-CHK-2] accepting sends no mail, and both sides see the day", async () => {
    await requestCase.answer({ text: "My sister" });
    const before = await requestCase.mails();
    expect(await acceptAnswer(requestCase.staff, await requestCase.decision(requestCase.question))).toEqual({
      ok: true,
    });
    expect(await requestCase.mails()).toEqual(before);
    const page = (await requestCase.done())[0];
    expect(page).toMatchObject({ state: "accepted", answers: [{ outcome: "accepted", text: "My sister" }] });
    expect(nassauDay(page?.stateAt)).toBe(nassauDay());
    expect((await readForDesk(requestCase.id)).done[0]).toMatchObject({ state: "accepted" });
  });

  test("[C-CHK-1, C-CHK-3, C-CHK-4] requesting again reopens the item with its reason, mails it, and keeps the earlier answer listed", async () => {
    await requestCase.answer({ text: "My sister", files: [pdfFile("letter.pdf")] });
    await requestCase.forgetMails();
    const decision = { ...(await requestCase.decision(requestCase.document)), setStatus: true };
    expect(await withoutChange(database, () => askAgain(requestCase.staff, { ...decision, reason: "" }))).toMatchObject(
      {
        message: "Say what is wrong with it: the applicant reads this.",
        detail: { field: "reason" },
      },
    );
    expect(
      await withoutChange(database, () => askAgain(requestCase.staff, { ...decision, reason: "x".repeat(25_000) })),
    ).toMatchObject({
      message: "Please use at most 500 characters; this has more than 10,000.",
      detail: { field: "reason" },
    });
    expect(await askAgain(requestCase.staff, { ...decision, reason: "It is dark.", dueOn: nassauDay() })).toEqual({
      ok: true,
    });
    expect(await requestCase.open()).toMatchObject([
      {
        reason: "It is dark.",
        dueOn: nassauDay(),
        files: [],
        answers: [{ outcome: "refused", reason: "It is dark.", files: [{ name: "letter.pdf" }] }],
      },
    ]);
    expect(await requestCase.mails()).toEqual(["status_update"]);
    expect(await requestCase.row()).toEqual({ status: "additional_info_required", turn: "applicant" });
  });

  test("[C-CHK-7] of two admins the first decision counts, and the second changes and mails nothing", async () => {
    await requestCase.answer({ text: "My sister" });
    const decision = await requestCase.decision(requestCase.question);
    await requestCase.forgetMails();
    const [first, two] = await Promise.all([
      acceptAnswer(requestCase.staff, decision),
      askAgain(otherAdmin, { ...decision, reason: "Who is she?", setStatus: false }),
    ]);
    const refused = first.ok ? two : first;
    expect([first.ok, two.ok].filter(Boolean)).toHaveLength(1);
    expect(refused).toMatchObject({
      message: "Someone else has already decided on this. This page shows the decision. Nothing was changed.",
    });
    expect(await requestCase.mails()).toEqual(first.ok ? [] : ["case_request"]);
  });

  test("[C-CHK-6, C-CHK-5] a quarantined file can't be accepted; a virus in it reopens the item and asks for a clean one", async () => {
    await requestCase.answer({ files: [pdfFile("letter.pdf")] });
    const [row] = await database.query<{ id: string }>("select id from documents where application_id = $1", [
      requestCase.id,
    ]);
    await database.query("update documents set scan = 'waiting' where id = $1", [row?.id]);
    await requestCase.forgetMails();
    const decision = await requestCase.decision(requestCase.document);
    expect(await withoutChange(database, () => acceptAnswer(requestCase.staff, decision))).toMatchObject({
      message: "This file is still being checked for viruses.",
    });
    await database.query("update documents set scan = 'infected', virus = 'Eicar' where id = $1", [row?.id]);
    const infected = await documentOf(row?.id ?? "");
    await db.transaction((tx) => requestCleanFile(tx, infected));
    const [open] = await requestCase.open();
    expect(open).toMatchObject({
      name: requestCase.names[0],
      answers: [{ outcome: "refused", files: [{ scan: "infected" }] }],
    });
    const [mail] = await database.query(
      "select email_type as kind, template_data ->> 'file' as file, template_data ->> 'item' as item from email_notifications where application_id = $1",
      [requestCase.id],
    );
    expect(mail).toEqual({ kind: "file_infected", file: "letter.pdf", item: requestCase.names[0] });
  });
});

describe("a file submitted with the application", () => {
  test("[C-CHK-5, C-MISS-1] a virus found in it later opens one item for a clean file", async () => {
    const [service] = await database.query<{ id: string; type: string }>(
      "select visa_service_id as id, document_type as type from document_requirements where is_required limit 1",
    );
    await database.query("update visa_applications set visa_service_id = $2 where id = $1", [
      requestCase.id,
      service?.id,
    ]);
    const infected = await storedFile(requestCase.id);
    await database.query("update documents set document_type = $2, scan = 'infected' where id = $1", [
      infected.id,
      service?.type,
    ]);
    const found = await documentOf(infected.id);
    for (let times = 0; times < 2; times++) await db.transaction((tx) => requestCleanFile(tx, found));
    expect(
      (await requestCase.open()).filter(({ reason }) => reason.startsWith("We found a virus in letter.pdf")),
    ).toHaveLength(1);
    expect(await requestCase.mails()).toEqual(["file_infected"]);
  });
});

describe("an overdue item", () => {
  test("[C-ANS-11] a day is over once it is over in the last time zone, 12 hours behind UTC", () => {
    const isOver = (now: string) => isOverEverywhere("2026-11-29", Date.parse(now));
    expect([isOver("2026-11-30T11:59:59Z"), isOver("2026-11-30T12:00:00Z")]).toEqual([false, true]);
  });

  test("[C-ANS-11, C-ANS-12] an overdue item is mailed once at 9:00 in Nassau the next day, even by two instances, and can still be answered", async () => {
    const due = "2026-03-07";
    await database.query(
      "update case_request_items set due_on = $2, if_late = 'We ask for another date.' where application_id = $1",
      [requestCase.id, due],
    );
    const at = (day: string, time: string) => notifyOverdue(nassauInstant(day, time));
    await at(due, "23:00");
    await at("2026-03-08", "08:59");
    expect(await requestCase.mails()).toEqual([]);
    await Promise.all([at("2026-03-08", "09:00"), at("2026-03-08", "09:00")]);
    await at("2026-03-09", "09:00");
    expect(await requestCase.mails()).toEqual(["case_items_overdue"]);
    const [mail] = await database.query<{ items: string }>(
      "select template_data ->> 'items' as items from email_notifications where application_id = $1",
      [requestCase.id],
    );
    for (const text of [...requestCase.names, "This was due on March 7, 2026. We ask for another date."])
      expect(mail?.items).toContain(text);
    expect((await requestCase.open()).map(({ isOverdue }) => isOverdue)).toEqual([true, true]);
    expect(await requestCase.answer({ text: "My sister" })).toMatchObject({ sent: 1 });
    await database.query("update case_request_items set due_on = '2026-03-20' where id = $1", [requestCase.document]);
    await at("2026-03-21", "12:00");
    expect(await requestCase.mails(), "once for another day").toHaveLength(4);
  });

  test("[C-ANS-12] a case whose mail can't be written doesn't block the mails of others", async () => {
    await database.query(
      "update case_request_items set due_on = '2026-03-20', overdue_told = null where application_id = $1",
      [requestCase.id],
    );
    await requestCase.forgetMails();
    const { rows: broken } = await db.execute<{ id: string }>(
      sql`insert into visa_applications (application_number, user_email, status, submitted_at, metadata)
        select 'BV26-XXXX-' || lpad(n::text, 4, '0'), 'x@lucaya.test', 'submitted', now(), '{}' from generate_series(1, 8) n
        returning id`,
    );
    for (const { id } of broken)
      await db.execute(sql`with r as (insert into case_requests (application_id) values (${id}) returning id)
        insert into case_request_items (request_id, application_id, position, kind, name, reason, due_on)
        select id, ${id}, 0, 'question', 'Who?', 'Reason', '2026-03-20' from r`);
    await db.execute(sql`create function refuse_mail() returns trigger language plpgsql as
      $$ begin if new.recipient_email = 'x@lucaya.test' then raise 'no'; end if; return new; end $$`);
    await db.execute(sql`create trigger refuse before insert on email_notifications
      for each row execute function refuse_mail()`);
    await expect(notifyOverdue(nassauInstant("2026-03-21", "12:00"))).rejects.toThrow("nobody was notified");
    expect(await requestCase.mails()).toEqual(["case_items_overdue"]);
  });
});

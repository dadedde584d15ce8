import { afterEach, describe, expect, test, vi } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { listApplications, readFilters } from "~/cases/desk/list/list.server";
import type { MessageForm } from "~/cases/messages/message-form.server";
import { readThread } from "~/cases/messages/thread.server";
import { writeMessage } from "~/cases/messages/write-message.server";
import { Applicant, recordOf } from "../../../../test/harness/applicants/in-process";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { countOverdueAnswers } from "./overdue-answers.server";
import { deskWriter, needsNoAnswer, writeToApplicant } from "./write-to-applicant.server";

const database = testDatabase();

async function aCase() {
  const applicant = new Applicant(database);
  const id = await applicant.start();
  await database.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
  return { applicant, id };
}
type Case = Awaited<ReturnType<typeof aCase>>;
const form = (text: string, more: Partial<MessageForm> = {}): MessageForm => ({
  ...{ text, attempt: crypto.randomUUID(), drafts: [], remove: undefined, intent: "send", files: [] },
  ...more,
});
async function sendMessage({ applicant, id }: Case, text = "When?"): Promise<string> {
  expect(await writeMessage(applicant.context(id), id, form(text))).toEqual({ ok: true });
  return (await thread(id)).messages[0]?.id ?? "";
}
const answer = (by: StaffContext, { id }: Case, text = "Soon.", seen?: string) =>
  writeToApplicant(by, { applicationId: id, seen }, form(text));
const thread = (id: string, viewer: "applicant" | "office" = "applicant", opened = false, row?: string) =>
  readThread(id, { viewer, opened, place: { row, backwards: false } });
const turnOf = async (id: string) =>
  (await database.query<{ turn: string | null }>("select turn from visa_applications where id = $1", [id]))[0]?.turn;

describe("the promised time of an answer", () => {
  afterEach(async () => {
    vi.useRealTimers();
    // Promised for days that pass: they would be overdue one day.
    await database.query("delete from case_messages");
  });

  test.each([
    ["Friday", "2026-11-27T16:00:00Z", "Saturday, November 28, 3 pm"],
    ["Saturday", "2026-11-28T16:00:00Z", "Monday, November 30, 5 pm"],
    ["Sunday", "2026-11-29T16:00:00Z", "Monday, November 30, 5 pm"],
  ])("[C-MSG-7] a message of %s is promised an answer within office hours", async (_, now, promised) => {
    const messageCase = await aCase();
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    await sendMessage(messageCase);
    expect((await thread(messageCase.id)).messages).toMatchObject([{ promised }]);
  });

  test("[C-MSG-7] an office holiday is skipped", async () => {
    const messageCase = await aCase();
    await database.query(
      `insert into site_settings (key, value) values ('holidays', '[{"date": "2026-11-30", "name": "Ours"}]')`,
    );
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-29T16:00:00Z") });
    await sendMessage(messageCase);
    await database.query("delete from site_settings where key = 'holidays'");
    expect((await thread(messageCase.id)).messages).toMatchObject([{ promised: "Tuesday, December 1, 5 pm" }]);
  });

  test("[C-MSG-7] the promise is shown below an applicant's message until staff answer, and never below staff's", async () => {
    const messageCase = await aCase();
    await sendMessage(messageCase);
    const by = await staffMember(database);
    const pattern = /^\w+day, \w+ \d+, \d+(:\d\d)? [ap]m$/;
    expect((await thread(messageCase.id)).messages).toMatchObject([{ promised: expect.stringMatching(pattern) }]);
    await answer(by, messageCase);
    expect((await thread(messageCase.id)).messages.map(({ promised }) => promised)).toEqual([null, null]);
  });
});

describe("cases that wait for an answer", () => {
  const overdue = async () => ({
    count: await countOverdueAnswers(),
    listed: (await listApplications(readFilters(new URLSearchParams("answer=overdue")))).rows.map(({ id }) => id),
  });
  const pass = (id: string) =>
    database.query("update case_messages set answer_by = now() - interval '1 minute' where application_id = $1", [id]);

  test("[C-MSG-8] cases past the promise are counted once and listed until staff answer or mark that none is needed", async () => {
    const by = await staffMember(database);
    const [one, two, inTime] = [await aCase(), await aCase(), await aCase()];
    for (const messageCase of [one, one, two, inTime]) await sendMessage(messageCase);
    expect(await overdue()).toEqual({ count: 0, listed: [] });
    for (const { id } of [one, two]) await pass(id);
    await database.query("update visa_applications set status = 'denied' where id = $1", [two.id]);
    const { count, listed } = await overdue();
    expect([count, listed.sort()]).toEqual([2, [one.id, two.id].sort()]);
    await answer(by, one);
    expect(await overdue()).toEqual({ count: 1, listed: [two.id] });
    expect(await needsNoAnswer(by, { applicationId: two.id })).toEqual({ ok: true });
    expect(await overdue()).toEqual({ count: 0, listed: [] });
    expect((await recordOf(database, two.id)).at(-1)).toMatchObject({
      action: "case_message_needs_no_answer",
      admin: by.staff.email,
    });
  });

  test("[C-MSG-8] a message that arrived while staff wrote still waits for an answer", async () => {
    const by = await staffMember(database);
    const messageCase = await aCase();
    const seen = await sendMessage(messageCase, "First");
    await sendMessage(messageCase, "Second");
    await answer(by, messageCase, "Written on a page on which none waited", "");
    await answer(by, messageCase, "About the first", seen);
    await pass(messageCase.id);
    expect((await overdue()).listed).toContain(messageCase.id);
    await needsNoAnswer(by, { applicationId: messageCase.id, seen });
    expect((await overdue()).listed).toContain(messageCase.id);
    await answer(by, messageCase, "And the second");
    expect((await overdue()).listed).not.toContain(messageCase.id);
  });

  test("[C-MSG-8, C-TURN-3] a message makes it our turn, even on a filed case, until it is answered", async () => {
    const by = await staffMember(database);
    const messageCase = await aCase();
    await database.query("update visa_applications set filed_on = current_date, turn = 'authority' where id = $1", [
      messageCase.id,
    ]);
    await sendMessage(messageCase);
    expect(await turnOf(messageCase.id)).toBe("office");
    await answer(by, messageCase);
    expect(await turnOf(messageCase.id)).toBe("authority");
    await sendMessage(messageCase, "Thanks");
    await needsNoAnswer(by, { applicationId: messageCase.id });
    expect(await turnOf(messageCase.id)).toBe("authority");
  });
});

describe("read messages", () => {
  test("[C-MSG-9] the writer sees when the other side first opened the message; a prefetch doesn't count", async () => {
    const messageCase = await aCase();
    const by = await staffMember(database);
    await sendMessage(messageCase);
    await answer(by, messageCase);
    const own = async (side: "applicant" | "office") =>
      (await thread(messageCase.id, side)).messages
        .filter((message) => message.side === side)
        .map(({ readAt }) => readAt);
    await thread(messageCase.id, "office", false);
    expect([await own("applicant"), await own("office")]).toEqual([[null], [null]]);
    await thread(messageCase.id, "office", true);
    const [at] = await own("applicant");
    expect([Date.parse(at ?? "") > 0, await own("office")]).toEqual([true, [null]]);
    await thread(messageCase.id, "office", true);
    expect(await own("applicant")).toEqual([at]);
    await thread(messageCase.id, "applicant", true);
    expect(await own("office")).toEqual([expect.any(String)]);
  });

  test("[C-MSG-9] the applicant doesn't see admins' names, and the desk does", async () => {
    const messageCase = await aCase();
    const by = await staffMember(database);
    await answer(by, messageCase);
    expect(JSON.stringify(await thread(messageCase.id, "applicant"))).not.toContain(by.staff.email);
    expect((await thread(messageCase.id, "office")).messages[0]?.admin).toBe(by.staff.email);
  });
});

test("[C-MSG-13] of 500 messages the newest 50 are shown first, and older ones can be loaded page by page", async () => {
  const messageCase = await aCase();
  await database.query(
    `insert into case_messages (application_id, side, body, created_at)
     select $1, case when n % 2 = 0 then 'office' else 'applicant' end::case_side, 'No. ' || n,
       now() - make_interval(mins => 500 - n) from generate_series(1, 500) n`,
    [messageCase.id],
  );
  const all: string[] = [];
  let row: string | undefined;
  for (let page = 1; page <= 10; page++) {
    const { messages, earlier } = await thread(messageCase.id, "applicant", true, row);
    expect(messages).toHaveLength(50);
    all.push(...messages.map(({ body }) => body));
    expect(earlier === null).toBe(page === 10);
    row = earlier ?? undefined;
  }
  expect(all).toEqual(Array.from({ length: 500 }, (_, index) => `No. ${500 - index}`));
});

describe("staff's files", () => {
  test("[C-MSG-3] a file in an unsent message is visible to its admin only", async () => {
    const messageCase = await aCase();
    const [writer, colleague] = [await staffMember(database), await staffMember(database)];
    const target = { applicationId: messageCase.id, seen: undefined };
    const unsent = await writeToApplicant(
      writer,
      target,
      form("Look", { files: [pdfFile("good.pdf"), new File(["x".repeat(2000)], "bad.exe")] }),
    );
    expect(unsent).toMatchObject({ ok: true, unsent: { text: "Look", drafts: [{ name: "good.pdf" }] } });
    const [row] = await database.query<{ id: string; by: string }>(
      "select id, uploaded_by as by from documents where application_id = $1",
      [messageCase.id],
    );
    expect(row?.by).toBe(deskWriter(writer.staff.adminId).owner);
    const drafts = [row?.id ?? ""];
    expect(await writeToApplicant(colleague, target, form("Mine", { drafts }))).toEqual({ ok: true });
    expect(await writeToApplicant(writer, target, form("Look", { drafts }))).toEqual({ ok: true });
    expect((await thread(messageCase.id)).messages.map(({ body, files }) => [body, files.length])).toEqual([
      ["Look", 1],
      ["Mine", 0],
    ]);
  });
});

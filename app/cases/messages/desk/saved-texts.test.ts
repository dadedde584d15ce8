import { describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { deleteReply, repliesFor, saveReply } from "~/content/replies/replies.server";
import { messagesIn } from "../../../../test/harness/case/messages";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { repliesInCase } from "./replies-in-case.server";
import { writeToApplicant } from "./write-to-applicant.server";

const database = testDatabase();
const { aCase, form } = messagesIn(database);

const answer = (by: StaffContext, { id }: { id: string }, text: string) =>
  writeToApplicant(by, { applicationId: id, seen: undefined }, form(text));

describe("saved texts", () => {
  const save = (by: StaffContext, title: string, body: string, more: object = {}) =>
    saveReply(by, { reply: crypto.randomUUID(), title, body, ...more });
  const titles = async (by: StaffContext) => (await repliesFor(by.staff)).map(({ title }) => title);
  const idOf = async (by: StaffContext, title: string) =>
    (await repliesFor(by.staff)).find((reply) => reply.title === title)?.id;

  test("[K-REPLY-5] each admin has their own texts and those that others share", async () => {
    const [owner, colleague] = [
      await staffMember(database, "regular_admin"),
      await staffMember(database, "regular_admin"),
    ];
    await save(owner, "Mine", "Hello");
    await save(owner, "Ours", "Hello", { shared: "yes" });
    expect(await titles(owner)).toEqual(["Mine", "Ours"]);
    expect(await titles(colleague)).toEqual(["Ours"]);
  });

  test("[K-REPLY-5] only its creator and super admins can change a shared text", async () => {
    const [maker, colleague] = [
      await staffMember(database, "regular_admin"),
      await staffMember(database, "regular_admin"),
    ];
    const superAdmin = await staffMember(database, "super_admin");
    await save(maker, "Shared", "Hello", { shared: "yes" });
    const reply = (await idOf(maker, "Shared")) ?? "";
    const change = (by: StaffContext, body: string) => saveReply(by, { reply, title: "Shared", body, shared: "yes" });
    expect(await change(colleague, "Spoilt")).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await deleteReply(colleague, { reply })).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await change(maker, "Better")).toEqual({ ok: true });
    expect(await change(superAdmin, "Best")).toEqual({ ok: true });
    expect((await repliesFor(colleague.staff)).find(({ id }) => id === reply)).toMatchObject({
      body: "Best",
      mayChange: false,
    });
    expect(await deleteReply(superAdmin, { reply })).toEqual({ ok: true });
    expect(await idOf(maker, "Shared")).toBeUndefined();
  });

  test("[K-KEEP-5] a change based on an outdated text is not saved until the newer one was seen", async () => {
    const [maker, superAdmin] = [
      await staffMember(database, "regular_admin"),
      await staffMember(database, "super_admin"),
    ];
    await save(maker, "Of two", "Hello", { shared: "yes" });
    const shown = async () => (await repliesFor(maker.staff)).find(({ title }) => title === "Of two");
    const { id: reply, revision } = (await shown()) ?? {};
    const change = (by: StaffContext, body: string, of = revision) =>
      saveReply(by, { reply, title: "Of two", body, shared: "yes", revision: of });
    expect(await change(superAdmin, "Theirs")).toEqual({ ok: true });
    expect(await change(maker, "Mine")).toMatchObject({ ok: false, reason: "conflict" });
    expect(await shown()).toMatchObject({ body: "Theirs" });
    expect(await change(maker, "Theirs")).toEqual({ ok: true });
    expect(await change(maker, "Mine", (await shown())?.revision)).toEqual({ ok: true });
    expect(await shown()).toMatchObject({ body: "Mine" });
  });

  test("[K-REPLY-5] a title has 1 to 80 characters and a text 1 to 5,000; another admin's private text is not found", async () => {
    const [by, colleague] = [
      await staffMember(database, "regular_admin"),
      await staffMember(database, "regular_admin"),
    ];
    for (const [title, body] of [
      ["", "x"],
      ["x".repeat(81), "x"],
      ["x", " "],
      ["x", "x".repeat(5001)],
    ] as const)
      expect(await save(by, title, body)).toMatchObject({ ok: false, reason: "invalid" });
    expect(await save(by, "x".repeat(80), "x".repeat(5000))).toEqual({ ok: true });
    const reply = await idOf(by, "x".repeat(80));
    expect(await saveReply(colleague, { reply, title: "y", body: "y" })).toMatchObject({ reason: "not-found" });
  });

  test("[C-MSG-10] the case's facts are filled in, and a missing one stays a placeholder that can't be sent", async () => {
    const messageCase = await aCase();
    const by = await staffMember(database);
    await save(by, "All", "[name], [number], [service], [status]: [open items] by [appointment]. [1]");
    const [row] = await database.query<{ number: string }>(
      "select application_number as number from visa_applications where id = $1",
      [messageCase.id],
    );
    await database.query(
      "insert into applicant_information (application_id, first_name, last_name) values ($1, 'Maria', 'Santos')",
      [messageCase.id],
    );
    const filled = async () =>
      (await repliesInCase(by.staff, messageCase.id)).find(({ title }) => title === "All")?.text ?? "";
    expect(await filled()).toBe(
      `Maria Santos, ${row?.number}, [service], Submitted: [open items] by [appointment]. [1]`,
    );
    expect(await answer(by, messageCase, "See you at your [appointment].")).toMatchObject({
      unsent: {
        text: "See you at your [appointment].",
        problems: { text: "There is still a gap in your message: [appointment]." },
      },
    });
    const [request] = await database.query<{ id: string }>(
      "insert into case_requests (application_id) values ($1) returning id",
      [messageCase.id],
    );
    await database.query(
      `insert into case_request_items (request_id, application_id, position, kind, name, reason, state)
       select $1, $2, n, 'question', name, 'why', state::case_item_state
       from (values (0, 'Passport copy', 'open'), (1, 'Photo', 'accepted'), (2, 'Police certificate', 'open')) v (n, name, state)`,
      [request?.id, messageCase.id],
    );
    await database.query(
      `insert into appointments (application_id, kind, day, time, zone, starts_at, minutes, place, admin_email)
       values ($1, 'interview', '2031-11-24', '10:30', 'America/Nassau', '2031-11-24T15:30Z', 30, 'Bay Street', 'x')`,
      [messageCase.id],
    );
    expect(await filled()).toBe(
      `Maria Santos, ${row?.number}, [service], Submitted: Passport copy, Police certificate by November 24, 2031, 10:30 (America/Nassau), Bay Street. [1]`,
    );
    expect(await answer(by, messageCase, "See [1] in the letter.")).toEqual({ ok: true });
  });
});

import { beforeEach, expect, test } from "vitest";
import { requestCorrection } from "~/cases/messages/desk/ask-correction.server";
import { withdrawItem } from "~/cases/requests/asking/change-item.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { reportMistake } from "./write-report.server";

const database = testDatabase();
let applicant: Applicant;
let id: string;
beforeEach(async () => {
  applicant = new Applicant(database);
  id = await applicant.ready();
  expect(await applicant.submit(id)).toMatchObject({ ok: true });
});
const about = { stepCode: "applicant_info", name: "lastName" };
const report = (text: string, more: object = {}) =>
  reportMistake(applicant.context(id), id, { ...about, text, attempt: crypto.randomUUID(), ...more });
const messages = () =>
  database.query<{ id: string; side: string; body: string }>(
    "select id, side, body from case_messages where application_id = $1 order by created_at",
    [id],
  );

test("[V-COPY-7] a reported mistake reaches staff once, as a message that names the question", async () => {
  const attempt = crypto.randomUUID();
  for (let time = 0; time < 2; time++)
    expect(await report("It is Rolle, with an e.", { attempt })).toEqual({ ok: true });
  const sent = await messages();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.side).toBe("applicant");
  expect(sent[0]?.body).toMatch(/^Something is wrong here: “.*[Ll]ast name.*”\n\nIt is Rolle, with an e\.$/);
});

test("[V-COPY-7] a report that was edited after its response was lost is another message, even with the same key", async () => {
  const attempt = crypto.randomUUID();
  for (const text of ["With an e.", "With an e.", "With an e, and no h."])
    expect(await report(text, { attempt })).toEqual({ ok: true });
  expect((await messages()).map(({ body }) => body.split("\n").at(-1))).toEqual(["With an e.", "With an e, and no h."]);
});

test("[V-COPY-7] a report has at most 1,000 characters, is about a signed question, and comes from a browser with access", async () => {
  expect(await report("x".repeat(1000))).toEqual({ ok: true });
  for (const text of ["", "x".repeat(1001)]) expect(await report(text)).toMatchObject({ ok: false, reason: "invalid" });
  expect(await report("Wrong.", { name: "shoeSize" })).toMatchObject({ ok: false, reason: "not-found" });
  const input = { ...about, text: "Wrong.", attempt: crypto.randomUUID() };
  expect(await reportMistake(new Applicant(database).context(id), id, input)).toMatchObject({ reason: "forbidden" });
  expect(await messages()).toHaveLength(1);
});

test("[V-COPY-7] staff turn a report into a correction of that question in one action, once", async () => {
  await report("It is Rolle, with an e.");
  const [message] = await messages();
  const by = await staffMember(database, "regular_admin");
  const input = { applicationId: id, messageId: message?.id, attempt: crypto.randomUUID() };
  for (let time = 0; time < 2; time++) expect(await requestCorrection(by, input)).toMatchObject({ ok: true });
  expect(await requestCorrection(by, { ...input, attempt: null })).toMatchObject({
    reason: "invalid",
    message: expect.stringContaining("This is open already"),
  });
  const items = await database.query(
    `select kind, step_code as step, questions, reason from case_request_items where application_id = $1 and kind = 'correction'`,
    [id],
  );
  expect(items).toEqual([
    {
      kind: "correction",
      step: "applicant_info",
      questions: [{ name: "lastName", label: expect.any(String) }],
      reason: "You told us: It is Rolle, with an e.",
    },
  ]);
  await database.query("insert into case_messages (application_id, side, body) values ($1, 'applicant', 'Hello')", [
    id,
  ]);
  const hello = (await messages()).find(({ body }) => body === "Hello");
  expect(await requestCorrection(by, { applicationId: id, messageId: hello?.id, attempt: null })).toMatchObject({
    ok: false,
  });
});

test.each([true, false])(
  "[V-COPY-7] after the item was withdrawn, the same action requests the correction again, with JavaScript: %s",
  async (scripted) => {
    await report("It is Rolle, with an e.");
    const [message] = await messages();
    const by = await staffMember(database, "regular_admin");
    const press = () => {
      const attempt = scripted ? crypto.randomUUID() : null;
      return requestCorrection(by, { applicationId: id, messageId: message?.id, attempt });
    };
    const items = () =>
      database.query<{ id: string; state: string }>(
        "select id, state from case_request_items where application_id = $1 and kind = 'correction' order by created_at",
        [id],
      );
    expect(await press()).toMatchObject({ ok: true });
    const [first] = await items();
    const back = { applicationId: id, item: first?.id, reason: "Not yet." };
    expect(await withdrawItem(by, back)).toMatchObject({ ok: true });
    expect(await press()).toMatchObject({ ok: true });
    expect((await items()).map(({ state }) => state)).toEqual(["taken_back", "open"]);
  },
);

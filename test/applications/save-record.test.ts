import { describe, expect, test } from "vitest";
import { serviceId } from "../harness/applicants/listed-steps";
import { form, HttpClient, until } from "../harness/http-client";
import { logged } from "../harness/logged";
import { queueIsDone } from "../harness/queue";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

type Row = { metadata: Record<string, Record<string, unknown>> } & Record<string, unknown>;
async function row(id: string) {
  const [found] = await app.query<Row>("select * from visa_applications where id = $1", [id]);
  if (!found) throw new Error("no such application");
  return found;
}

/** A trigger that refuses every write to a table, until it is dropped. */
async function refuse(table: string, state = "P0001") {
  await app.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '${state}'; end $$`,
  );
  await app.query(`create trigger refuse before insert or update on ${table} for each row execute function refuse()`);
  return () => app.query(`drop trigger refuse on ${table}; drop function refuse()`);
}

describe("the changes of a save", () => {
  test("[W-SAVE-2] a save stores answers, step, percentage and time of the application", async () => {
    const otherClient = new HttpClient(app);
    const ownId = await otherClient.start("changes@mail.example");
    const before = await row(ownId);
    expect(before).toMatchObject({ current_step: 1, completion_percentage: 0 });
    const answers = form("applicant_info", "Applicant Information", {});
    expect((await otherClient.save(ownId, { ...answers, intent: "next" })).status).toBe(200);
    const after = await row(ownId);
    expect(after).toMatchObject({ current_step: 2, completion_percentage: 25 });
    expect(after.metadata.step1).toMatchObject({ lastName: "Ñuñez O'Brien-陳" });
    expect(Number(after.last_updated_at)).toBeGreaterThan(Number(before.last_updated_at));
  });

  test("[W-SAVE-14] a step table that can't be written is logged and doesn't block progress", async () => {
    const otherClient = new HttpClient(app);
    const ownId = await otherClient.start("table@mail.example");
    const behave = await refuse("applicant_information");
    const outputLength = app.output().length;
    const saved = await otherClient.save(ownId, { ...form("applicant_info", "Applicant Information"), intent: "next" });
    await behave();
    expect(saved).toMatchObject({ status: 200, outcome: { kind: "moved", step: "passport_info" } });
    expect((await row(ownId)).metadata.step1).toMatchObject({ lastName: "Ñuñez O'Brien-陳" });
    expect(await app.query("select 1 from applicant_information where application_id = $1", [ownId])).toEqual([]);
    await logged(app, "a step's row could not be stored", outputLength);
  });

  test.each([
    ["we failed", "P0001", 500],
    ["the database is going away", "57P03", 503],
  ])("[W-SAVE-10] a failed autosave is logged when %s, without the typed values", async (_, state, status) => {
    const otherClient = new HttpClient(app);
    const ownId = await otherClient.start(`logged.${status}@mail.example`);
    await otherClient.save(ownId, form("applicant_info", "Applicant Information"));
    const behave = await refuse("visa_applications", state);
    const outputLength = app.output().length;
    const answers = form("applicant_info", "Applicant Information", { firstName: "Secretly", revision: "1" });
    expect((await otherClient.save(ownId, answers)).status).toBe(status);
    await behave();
    // The log line of the previous save may come late.
    const isOfThis = (line: string) => line.includes(`"route":"apply/:id/save","status":${status}`);
    const lines = await until("it is logged", () => {
      const all = app.output().slice(outputLength).trim().split("\n");
      return all.some(isOfThis) ? all : undefined;
    });
    const failure = lines.find((line) => line.includes("a step could not be saved"));
    if (status === 500)
      expect(JSON.parse(failure ?? "{}")).toMatchObject({
        level: 50,
        step: "applicant_info",
        intent: "save",
        err: { code: state, message: "query failed" },
      });
    expect(lines.join()).not.toContain("Secretly");
  });

  test("[W-SAVE-15] a save fails when the application's row can't be written, and the next save succeeds", async () => {
    const otherClient = new HttpClient(app);
    const ownId = await otherClient.start("record@mail.example");
    const behave = await refuse("visa_applications");
    const before = await row(ownId);
    const answers = form("applicant_info", "Applicant Information", { firstName: "Refused" });
    const failed = await otherClient.save(ownId, answers);
    const page = await otherClient.post(`/apply/${ownId}`, { ...answers, intent: "exit" });
    await behave();
    expect(failed).toMatchObject({ status: 500, outcome: { kind: "failed", away: false, message: "" } });
    expect(page.status).toBe(500);
    const html = await page.text();
    expect(html).toContain("Failed to save progress. Please try again.");
    expect(html).toContain('value="Refused"');
    expect(await row(ownId)).toEqual(before);
    expect(await otherClient.save(ownId, answers)).toMatchObject({ status: 200 });
  });
});

test("one person's two drafts for one service exist side by side, and both can be submitted", async () => {
  const person = new HttpClient(app);
  const service = await serviceId(app, "us-travel-b1-b2-visa");
  const drafts = [];
  for (let count = 0; count < 2; count++) drafts.push(await person.start("two@mail.example", { service }));
  expect(new Set(drafts).size).toBe(2);
  for (const draft of drafts) await person.fillIn(draft);
  for (const draft of drafts) expect(await person.submit(draft)).toMatchObject({ outcome: { kind: "submitted" } });
});

test("[W-RESUME-1] an id in the form 8-4-4-4-12 is looked up as an id, and any other value as a number", async () => {
  const person = new HttpClient(app);
  const ownId = await person.start("lookup@mail.example");
  const number = String((await row(ownId)).application_number);
  for (const address of [ownId, ownId.toUpperCase(), number, number.toLowerCase()]) {
    const page = await person.get(`/apply/${address}`);
    expect([address, page.status, (await page.text()).includes("Applicant Information")]).toEqual([address, 200, true]);
  }
  for (const unknown of [crypto.randomUUID(), `${ownId}0`, ownId.replaceAll("-", ""), "x"]) {
    const response = await person.get(`/apply/${unknown}`);
    expect([unknown, response.status, response.headers.get("location")]).toEqual([
      unknown,
      302,
      "/apply/start?missing=1",
    ]);
  }
});

test("[W-RESUME-11] an applicant without access sees what to do and every service, and is mailed a link on request", async () => {
  const person = new HttpClient(app);
  const ownId = await person.start("lostway@mail.example");
  const lost = new HttpClient(app);
  const page = await (await lost.get("/apply/start?missing=1")).text();
  for (const text of ["We can’t find this application", "Find your application", "we’ll email a private link"])
    expect(page).toContain(text);
  const services = await app.query<{ id: string }>("select id from visa_services where is_active");
  expect(services.length).toBeGreaterThan(0);
  for (const service of services) expect(page).toContain(`href="/apply?service=${service.id}"`);
  const mails = () =>
    app.query(
      "select recipient_email as to from email_notifications where application_id = $1 and email_type = 'resume_link'",
      [ownId],
    );
  expect(await mails()).toEqual([]);
  const response = await lost.post("/apply/start", { asked: "LostWay@mail.example" });
  expect([response.status, (await response.text()).includes("Please check your email")]).toEqual([200, true]);
  await queueIsDone(app);
  expect(await mails()).toEqual([{ to: "lostway@mail.example" }]);
});

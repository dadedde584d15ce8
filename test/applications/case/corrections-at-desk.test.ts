import { describe, expect, test } from "vitest";
import { fieldsInput, inputPrefix } from "../../../app/cases/requests/amendments/correcting/typed-correction";
import { submittedCase } from "../../harness/case/opened-case";
import { signIn } from "../../harness/desk/desk";
import { inside, screenOf } from "../../harness/screen";
import { sharedApp } from "../../harness/shared";

// Corrections at the desk without JavaScript; with it: e2e/case/correction-journey.test.ts.

const app = await sharedApp();
const staff = await signIn(app);
const { client, id } = await submittedCase(app);

const [before, after] = ["RD4471902", "RD9990001"];
const paths = () => ({ desk: `/admin/applications/${id}`, form: `/admin/applications/${id}/requests` });
const read = async (path: string) => screenOf(await (await staff.get(path)).text());
const post = async (path: string, fields: Record<string, string>) => {
  const data = new URLSearchParams(fields);
  const response = await staff.send(path, { method: "POST", headers: { origin: app.url }, body: data });
  return { answer: response, screen: response.status === 302 ? undefined : screenOf(await response.text()) };
};
const correction = {
  ...{ what: "correction:passport_info", name: "", reason: "It differs from the scan.", dueOn: "", ifLate: "" },
  ...{ setStatus: "yes", attempt: crypto.randomUUID() },
};
const sent = async () => {
  const [row] = await app.query<{ item: string; answer: string | null }>(
    `select i.id as item, a.id as answer from case_request_items i left join case_item_answers a on a.item_id = i.id
     where i.application_id = $1 and i.kind = 'correction' order by a.created_at desc nulls last limit 1`,
    [id],
  );
  return { item: row?.item ?? "", answer: row?.answer ?? "" };
};

describe("corrections at the desk without JavaScript", () => {
  test("[C-REQ-3, C-BOTH-1] staff choose a step, see its questions with their answers, and request a correction of the checked ones", async () => {
    const { desk, form } = paths();
    const first = await read(form);
    expect(first.queryByRole("group", { name: "What needs correcting?" })).toBeNull();
    const shown = (await post(form, { ...correction, intent: "show" })).screen;
    const group = shown && inside(shown.getByRole("group", { name: "What needs correcting?" }));
    expect(group?.words).toContain("Country of nationality");
    expect(group?.words).toContain("Haiti");
    expect(group?.words).not.toContain(before);
    expect(shown?.getByDisplayValue(correction.reason), "what was typed stays").toBeTruthy();
    const none = await post(form, { ...correction, intent: "ask" });
    expect(none.answer.status).toBe(422);
    expect(none.screen?.getByRole("alert").textContent).toContain("Select the questions to correct.");
    const done = await post(form, { ...correction, intent: "ask", "questions-0": "passport_info.passportNumber" });
    expect(done.answer.headers.get("location")).toBe(`${desk}#requests`);
    const open = inside((await read(desk)).getByRole("region", { name: "Requests" })).words;
    expect(open).toContain("Correction of Passport Information");
    expect(open).toContain("Passport number");
  });

  test("[C-AMD-4, C-AMD-9] a submitted correction is masked at the desk until staff reveal it, and staff can accept it there", async () => {
    const { desk, form } = paths();
    const { item } = await sent();
    const data = new URLSearchParams({
      ...{ intent: "send", attempt: crypto.randomUUID(), item, [`revision-${item}`]: "0" },
      ...{ [fieldsInput(item)]: "passport_info passportNumber", [`${inputPrefix(item)}passportNumber`]: after },
      ...{ certifyAccuracy: "yes", electronicSignature: "Nadège Ñuñez O'Brien-陳" },
    });
    await client.send(`/apply/${id}/requests`, { method: "POST", headers: { origin: app.url }, body: data });
    const masked = await read(desk);
    const list = inside(masked.getByRole("list", { name: "Corrections: Passport number" })).words;
    expect(list).toContain("Sent, being checked");
    expect(list).toContain("Hidden");
    expect(masked.words).not.toContain(after);
    const revealed = (await post(desk, { intent: "reveal", step: "2" })).screen;
    for (const name of ["Corrections: Passport number", "Corrected answers"])
      expect(revealed && inside(revealed.getByRole("list", { name })).words, name).toContain(after);
    const accepted = await post(form, { intent: "accept", ...(await sent()) });
    expect(accepted.answer.headers.get("location")).toBe(`${desk}#requests`);
    const now = await read(desk);
    expect(inside(now.getByRole("list", { name: "Corrections: Passport number" })).words).toContain("In force since");
    expect(now.words).not.toContain(after);
  });
});

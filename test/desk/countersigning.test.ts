import { expect, test } from "vitest";
import { nassauDay } from "../../app/core/time";
import { admin } from "../harness/app-server";
import { submittedCase } from "../harness/case/opened-case";
import { insertOffer, insertSignature } from "../harness/desk/agreements";
import { signIn } from "../harness/desk/desk";
import { HttpClient } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const events = async (id: string) =>
  (
    await app.query<{ kind: string }>("select kind from agreement_events where application_id = $1 order by at", [id])
  ).map(({ kind }) => kind);

test("[M-KEEP-2] [M-AGR-10] [M-AGR-13] without JavaScript an agreement is withdrawn by its applicant alone, countersigned and ended, and a refused end keeps what was typed", async () => {
  const { id, client } = await submittedCase(app);
  const sha256 = "a".repeat(64);
  const first = await insertSignature(app, await insertOffer(app, id), { sha256 });
  const [path, page] = [`/admin/applications/${id}/agreement`, `/apply/${id}/agreement`];
  const staff = await signIn(app);

  const withdrawal = { intent: "withdraw", signature: first };
  await new HttpClient(app).post(page, withdrawal);
  expect(await events(id)).toEqual([]);
  const withdrawn = await client.post(page, withdrawal);
  expect([withdrawn.status, withdrawn.headers.get("location")]).toEqual([302, `${page}?done=withdrawn`]);
  const late = await staff.post(path, { intent: "countersign", signature: first, sha256 });
  expect(late.status).toBe(409);
  const refused = screenOf(await late.text());
  expect(refused.getByRole("alert").textContent).toBe("The applicant has withdrawn this signature.");
  expect(refused.words).toMatch(/Withdrawn on .+ \d{4}/);

  const second = await insertSignature(app, await insertOffer(app, id), { sha256: "b".repeat(64) });
  const signing = await staff.post(path, { intent: "countersign", signature: second, sha256: "b".repeat(64) });
  expect([signing.status, signing.headers.get("location")]).toEqual([302, path]);
  const tooLate = await client.post(page, { intent: "withdraw", signature: second });
  expect(screenOf(await tooLate.text()).getByRole("alert").textContent).toContain("We’ve countersigned this agreement");
  const end = { intent: "end", signature: second, reason: "The client <has> moved." };
  const undated = await staff.post(path, { ...end, endedOn: "" });
  expect(undated.status).toBe(422);
  const form = screenOf(await undated.text());
  expect(form.words).toContain("Choose a day from the signature to today.");
  expect(form.getByRole<HTMLTextAreaElement>("textbox", { name: "Reason" }).value).toBe(end.reason);
  expect((await staff.post(path, { ...end, endedOn: nassauDay() })).status).toBe(302);
  expect(await events(id)).toEqual(["withdrawn", "countersigned", "ended"]);
  const [own, desk] = [await (await client.get(page)).text(), await (await staff.get(path)).text()];
  expect(own, "who of the office did it").not.toContain(admin.email);
  expect(desk).toContain(admin.email);
  for (const text of [own, desk]) {
    const { words } = screenOf(text);
    expect(words).toContain("The client <has> moved.");
    expect(words).toMatch(/Withdrawn on .+ \d{4}/);
    expect(words).toMatch(/Ended on .+ \d{4}/);
  }
});

import { expect } from "vitest";
import { codeAt } from "../../test/harness/factors/codes";
import { Device } from "../../test/harness/factors/device";
import { mailsTo } from "../../test/harness/fakes/mails";
import { until } from "../../test/harness/http-client";
import { screenOf } from "../../test/harness/screen";
import { marked } from "./marked";
import { refusing, type Walk } from "./walk";

/** Hours pass, so that no limit of mails or requests holds up what is asked for next. */
async function later({ app }: Walk): Promise<void> {
  await app.query("delete from limit_counts");
  await app.query("update email_notifications set due_at = due_at - interval '2 hours' where due_at is not null");
}

/** The token of the newest link of a kind of mail. */
async function tokenIn({ app }: Walk, kind: string, count: number): Promise<string> {
  const mail = (await mailsTo(app, marked.email, kind, count)).at(-1);
  return /\/your-data\/\w+\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? expect.fail(`no link in ${kind}`);
}
const redirected = async (response: Promise<Response>) => expect((await response).status).toBe(302);

/** Asks for erasure on the application's page, and confirms it by the link; the page of the request at the desk. */
async function requestErasure(walk: Walk, id: string): Promise<string> {
  const { app, person } = walk;
  await later(walk);
  const before = await mailsTo(app, marked.email, "erasure_confirm", 0);
  await redirected(person.post(`/apply/${id}/data`, { intent: "erase", reason: marked.wish }));
  const token = await tokenIn(walk, "erasure_confirm", before.length + 1);
  await person.get(`/your-data/erase?token=${token}`);
  await person.post("/your-data/erase", { token });
  const [request] = await app.query<{ id: string }>("select id from erasure_requests where state = 'open'");
  return `/admin/privacy/requests/${request?.id}`;
}

/** A copy, and what one's address opens. */
export async function take(walk: Walk, id: string): Promise<void> {
  const { app, person } = walk;
  await later(walk);
  await person.get(`/apply/${id}/data`);
  await refusing(walk, "data_copies", () => person.post(`/apply/${id}/data`, { intent: "copy" }));
  await redirected(person.post(`/apply/${id}/data`, { intent: "copy" }));
  await mailsTo(app, marked.email, "data_copy_ready", 1);
  const page = screenOf(await (await person.get(`/apply/${id}/data`)).text());
  const copy = page.getByRole("link", { name: "Download my copy" }).getAttribute("href") ?? "";
  expect((await (await person.get(copy)).arrayBuffer()).byteLength).toBeGreaterThan(5000);

  await person.get("/your-data");
  await person.post("/your-data", { email: `${marked.email}@` });
  await refusing(walk, "data_links", () => person.post("/your-data", { email: marked.email }));
  await person.post("/your-data", { email: marked.email });
  const token = await tokenIn(walk, "data_link", 1);
  await person.get(`/your-data/open?token=${token}`);
  await redirected(person.post("/your-data/open", { intent: "open", token }));
  expect((await person.get("/your-data/open")).status).toBe(200);
  const [inquiry] = await app.query<{ id: string }>("select id from visa_inquiries");
  await (await person.get(`/your-data/inquiry/${inquiry?.id}.zip`)).arrayBuffer();
  await person.post("/your-data/open", { intent: "erase", reason: marked.wish });
  await person.post("/your-data/open", { intent: "erase", subject: id, reason: marked.wish.repeat(50) });
}

/** A hold is placed and removed; a request is refused; the case is restricted and opened, each with a failure. */
export async function putAway(walk: Walk, id: string): Promise<void> {
  const { app, person, desk } = walk;
  const hold = `/admin/applications/${id}/hold`;
  const withdrawn = { intent: "status-sure", status: "withdrawn", message: marked.decision, sure: "yes" };
  await redirected(desk.post(`/admin/applications/${id}`, withdrawn));
  const placed = { intent: "place", reason: marked.hold };
  await refusing(walk, "legal_holds", () => desk.post(hold, placed));
  await redirected(desk.post(hold, placed));
  await refusing(walk, "erasure_requests", () =>
    person.post(`/apply/${id}/data`, { intent: "erase", reason: marked.wish }),
  );
  const first = await requestErasure(walk, id);
  await desk.get("/admin/privacy");
  await desk.get(first);
  expect((await desk.post(first, { decision: "restrict" })).status, "held").toBe(409);
  await redirected(desk.post(hold, { intent: "remove", reason: marked.hold }));
  await refusing(walk, "erasure_requests", () => desk.post(first, { decision: "refuse", reason: marked.refusal }));
  await redirected(desk.post(first, { decision: "refuse", reason: marked.refusal }));
  const second = await requestErasure(walk, id);
  await redirected(desk.post(second, { decision: "restrict" }));
  const restricted = `/admin/privacy/restricted/${id}`;
  await until("it is restricted", async () => (await app.query("select from restricted_cases")).length > 0);
  await person.get(`/apply/${id}`);
  await desk.get(restricted);
  await desk.post(restricted, { reason: "" });
  await redirected(desk.post(restricted, { reason: marked.opened }));
  expect((await (await desk.get(restricted)).text()).toLowerCase()).toContain("zephyrine");
  await (await desk.get(`${restricted}/case.zip`)).arrayBuffer();
}

/** A draft is erased on request; afterwards its number is searched for. */
export async function erase(walk: Walk): Promise<void> {
  const { app, person, desk } = walk;
  await later(walk);
  const id = await person.start(marked.email);
  await person.fillIn(id, marked.steps);
  const [{ number } = { number: "" }] = await app.query<{ number: string }>(
    "select application_number as number from visa_applications where id = $1",
    [id],
  );
  const request = await requestErasure(walk, id);
  await desk.get(`${request}?ask=erase`);
  await redirected(desk.post(request, { decision: "erase", sure: "yes" }));
  await mailsTo(app, marked.email, "data_erased", 1);
  await person.get(`/apply/${id}`);
  expect(await (await desk.get(`/admin/applications?q=${number}`)).text()).toContain("Erased on");
  await desk.get("/admin/activity");
}

/** An app and a passkey with a marked name, each with a failure. */
export async function setUpFactors({ app, desk }: Walk): Promise<void> {
  const own = "/admin/account";
  const setUpScreen = screenOf(await (await desk.post(own, { intent: "app-begin" })).text());
  const secret = /Secret: ([2-7A-Z ]+[2-7A-Z])/.exec(setUpScreen.words)?.[1] ?? "";
  await desk.post(own, { intent: "app-confirm", code: marked.secret });
  expect((await desk.post(own, { intent: "app-confirm", code: codeAt(secret) })).status).toBe(200);
  const device = new Device(app.url);
  const question = async () => (await desk.get("/admin/account/passkey")).json();
  await desk.post(own, {
    intent: "passkey-add",
    name: marked.passkey,
    passkey: device.add(await question(), { origin: "http://other.example" }),
  });
  const added = { intent: "passkey-add", name: marked.passkey, passkey: device.add(await question()) };
  expect((await desk.post(own, added)).status).toBe(200);
  const [passkey] = await app.query<{ id: string }>("select id from passkeys");
  await desk.post(own, { intent: "passkey-rename", passkeyId: passkey?.id ?? "", name: marked.passkey.repeat(9) });
  await desk.post(own, { intent: "passkey-rename", passkeyId: passkey?.id ?? "", name: `${marked.passkey} too` });
  await desk.get(own);
  await desk.get("/admin/account/second-factor");
}

import { describe, expect, test } from "vitest";
import { type Fields, form, HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

// The script's save is handled before the server's layout and the router (decision 0014): both ways respond alike.
const app = await sharedApp();
const client = new HttpClient(app);
const id = await client.start("both.ways@mail.example");
await client.fillIn(id);

const step = (change: Fields): Fields => {
  const { revision: _, ...fields } = form("applicant_info", "Applicant Information", { intent: "save" });
  return { ...fields, ...change };
};
/** The router handles every URL of the route, the short way only the script's. */
const ways = () => [`/apply/${id}/save`, `/apply/${id}/save?by=router`];
/** Only the router's responses have a policy with a nonce. */
const wayOf = ({ headers }: Response) =>
  headers.get("content-security-policy")?.includes("'nonce-") ? "the router" : "at once";

/** Adds the step's current revision if the form has none. */
const current = async (fields: Fields): Promise<Fields> => {
  const [row] = await app.query<{ step1: string; step2: string }>(
    "select revisions ->> 'step1' as step1, revisions ->> 'step2' as step2 from visa_applications where id = $1",
    [id],
  );
  return { revision: (fields.step === "passport_info" ? row?.step2 : row?.step1) ?? "0", ...fields };
};

async function sentBothWays(sentFields: Fields, headers: Fields = {}, sender = client) {
  const answers = [];
  const fields = await current(sentFields);
  for (const path of ways()) {
    const response = await sender.post(path, fields, { "accept-encoding": "identity", ...headers });
    const own = ["x-request-id", "content-security-policy", "date", "content-length"];
    const otherHeaders = [...response.headers].filter(([name]) => !own.includes(name));
    const text = (await response.text()).replace(/"savedAt":"[^"]+"/, '"savedAt":""');
    answers.push({ way: wayOf(response), status: response.status, headers: otherHeaders, text });
  }
  const [short, long] = answers;
  if (!short || !long) throw new Error("Nothing was sent");
  return { short, long };
}

describe("the fast path for saves before the router", () => {
  test.each<[string, number, Fields]>([
    ["saved", 200, step({ cityOfBirth: "Jérémie 長崎" })],
    ["moved", 200, step({ intent: "next" })],
    ["invalid", 422, step({ intent: "next", firstName: "", cityOfBirth: "Jérémie 長崎" })],
    ["stale", 409, step({ firstName: "Another", revision: "0" })],
  ])("the fast path responds like the router: %s", async (kind, status, fields) => {
    const { short, long } = await sentBothWays(fields);
    expect([short.way, long.way]).toEqual(["at once", "the router"]);
    expect(short.status).toBe(status);
    expect(JSON.parse(short.text)).toMatchObject({ kind });
    expect({ ...short, way: "" }).toEqual({ ...long, way: "" });
  });

  test.each<[string, number, Fields, Fields]>([
    ["a step that is none of ours", 400, step({ step: "none_of_ours" }), {}],
    ["a button that is none of ours", 400, step({ intent: "burn" }), {}],
    ["another site's", 403, step({ firstName: "Mallory" }), { origin: "https://evil.example" }],
    ["a stranger's", 403, step({ firstName: "Mallory" }), {}],
  ])("%s is refused by the router on both paths", async (who, status, fields, headers) => {
    const sender = who === "a stranger's" ? new HttpClient(app) : client;
    const { short, long } = await sentBothWays(fields, headers, sender);
    expect([short.way, short.status]).toEqual(["the router", status]);
    expect([short.status, short.headers]).toEqual([long.status, long.headers]);
  });
});

test("a long response is compressed as the browser accepts it", async () => {
  const otherClient = new HttpClient(app);
  const own = await otherClient.start("long.answer@mail.example");
  await otherClient.get(`/apply/${own}`);
  const cityOfBirth = "長崎".repeat(400);
  const fields = step({ intent: "next", revision: "0", email: "long.answer@mail.example", firstName: "", cityOfBirth });
  for (const encoding of ["br", "gzip", "identity"]) {
    const response = await otherClient.post(`/apply/${own}/save`, fields, { "accept-encoding": encoding });
    expect(wayOf(response)).toBe("at once");
    expect(response.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
    expect(await response.json()).toMatchObject({ kind: "invalid", answers: { cityOfBirth } });
  }
});

test("an expired access saves nothing, even right after its last use", async () => {
  const otherClient = new HttpClient(app);
  const own = await otherClient.start("ended@mail.example");
  expect((await otherClient.save(own, step({ email: "ended@mail.example", revision: "0" }))).status).toBe(200);
  await app.query("update application_holders set expires_at = now() where application_id = $1", [own]);
  const { status, outcome } = await otherClient.save(own, step({ firstName: "Mallory", revision: "1" }));
  expect([status, outcome.kind]).toEqual([403, "refused"]);
  const [row] = await app.query<{ name: string }>(
    "select metadata #>> '{step1,firstName}' as name from visa_applications where id = $1",
    [own],
  );
  expect(row?.name).not.toBe("Mallory");
});

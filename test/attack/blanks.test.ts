import { request } from "node:http";
import { expect, test } from "vitest";
import { anonymousForms, fillings, fullForm } from "../harness/anonymous-forms";
import { startApp } from "../harness/app-server";
import { signIn } from "../harness/desk/desk";
import { HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

/** Milliseconds: far below the minutes that such forms took with quadratic parsing. */
const muchTooLong = 10_000;

const forms = Object.entries(anonymousForms).flatMap(([path, fields]) =>
  fields.flatMap((field) =>
    (Object.keys(fillings) as (keyof typeof fillings)[]).map((filling) => ({ path, field, what: filling })),
  ),
);

let senders = 0;

/** The status of a response on its own connection, from its own IP. */
const requestStatus = (url: string, path: string, form?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    senders += 1;
    const headers = {
      origin: url,
      "x-forwarded-for": `10.200.${senders % 250}.${senders % 200}`,
      ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
    };
    const method = form === undefined ? "GET" : "POST";
    const sent = request(url + path, { method, headers, agent: false }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", (cause) => reject(new Error(path, { cause }))).end(form);
  });

test("[F-SAFE-2] the largest form of blanks or combining marks, sent to any form, is answered without delaying other requests", async () => {
  const { url } = await sharedApp();
  expect(await requestStatus(url, "/about")).toBe(200);
  for (const { path, field, what: filling } of forms) {
    const started = performance.now();
    const [form = 0, ...others] = await Promise.all([
      requestStatus(url, path, fullForm(field, filling)),
      requestStatus(url, "/healthz"),
      requestStatus(url, "/about"),
    ]);
    const isSoon = performance.now() - started < muchTooLong;
    const seen = { path, field, what: filling, others, form: form < 500, isSoon };
    expect(seen).toEqual({ path, field, what: filling, others: [200, 200], form: true, isSoon: true });
  }
});

test("[F-SAFE-2] an IP with 120 refused forms in a minute gets 429 for the next form, and another IP can still send", async () => {
  const app = await startApp({ TRUST_PROXY: "yes" });
  try {
    const [sender, otherClient] = [new HttpClient(app), new HttpClient(app)];
    const statuses = new Set<number>();
    for (let round = 0; round < 120; round++)
      statuses.add((await sender.post(round % 2 ? "/apply" : "/newsletter", { email: "nobody" })).status);
    expect([...statuses]).toEqual([422]);
    const refused = await sender.post("/newsletter", { email: "somebody@mail.example" });
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(await refused.text()).toContain("Too many forms from your network were refused");
    expect((await sender.get("/contact")).status, "whoever only reads is not concerned").toBe(200);
    expect((await otherClient.post("/newsletter", { email: "nobody" })).status).toBe(422);
    expect((await otherClient.post("/newsletter", { email: "somebody@mail.example" })).status).toBe(200);
  } finally {
    await app.stop();
  }
});

test("[F-SAFE-2] a stranger who uses up an IP's refused forms doesn't block applicants and staff behind it, who have their own count", async () => {
  const app = await startApp({ TRUST_PROXY: "yes" });
  try {
    const [otherUser, applicant, clerk] = [new HttpClient(app), new HttpClient(app), await signIn(app)];
    const id = await applicant.start("ana@mail.example");
    const refuse = (by: HttpClient) =>
      by.post("/newsletter", { email: "nobody" }, { "x-forwarded-for": otherUser.address });
    for (let round = 0; round < 120; round++) await refuse(otherUser);
    expect((await refuse(otherUser)).status).toBe(429);
    for (const name of [...applicant.cookies.keys(), ...clerk.cookies.keys()]) otherUser.cookies.set(name, "made-up");
    expect((await refuse(otherUser)).status, "a cookie that gives no right").toBe(429);
    otherUser.cookies.clear();

    expect((await refuse(applicant)).status).toBe(422);
    expect((await applicant.get(`/apply/${id}`)).status).toBe(200);
    expect((await refuse(clerk)).status).toBe(422);
    const wrong = { email: "nobody@lucaya.example", password: "wrong" };
    const door = await otherUser.post("/admin/login", wrong);
    expect(door.status, "the sign-in has limits of its own").not.toBe(429);

    for (let attempt = 1; attempt < 120; attempt++) await refuse(applicant);
    expect((await refuse(applicant)).status).toBe(429);
    expect((await refuse(clerk)).status).toBe(422);
  } finally {
    await app.stop();
  }
});

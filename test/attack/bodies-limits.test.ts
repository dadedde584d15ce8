import { describe, expect, test } from "vitest";
import { startApp } from "../harness/app-server";
import { type Fields, form, HttpClient } from "../harness/http-client";
import { newAddress, postRaw } from "../harness/raw/form";

// Requests of an attack round (issue 11): what is checked before a body is read, and what is refunded.
const app = await startApp({
  TRUST_PROXY: "yes",
  FUNCTIONS_KEY: "k".repeat(40),
  MAIL_WEBHOOK_SECRET: "s".repeat(40),
});
const id = await new HttpClient(app).start("holder@mail.example");

const post = (target: string, types: string[], body: string) => postRaw(app, target, types, body);

describe("[V-ATK-4] rate limits before parsing", () => {
  // Reading an invalid body is a 400, so anything else responded before reading.
  const unreadable = (path: string, address: string, headers: Fields = {}) => {
    const client = new HttpClient(app);
    Object.assign(client, { address });
    return client.send(path, {
      method: "POST",
      body: "x".repeat(20_000),
      headers: { origin: app.url, "content-type": "text/plain", ...headers },
    });
  };
  const counted: [string, string, number][] = [
    ["/apply", "start", 20],
    ["/apply.data", "start", 20],
    ["/apply/start", "resume", 20],
    ["/apply/:id", "resume", 20],
    ["/contact", "inquiry", 10],
    ["/contact/send", "inquiry", 10],
    ["/contact/upload", "upload", 120],
    ["/newsletter", "newsletter", 20],
    ["/verify", "verify", 20],
    ["/admin/forgot-password", "password reset", 20],
    ["/admin/login", "sign-in", 30],
    ["/admin/session/sign-in", "sign-in", 30],
  ];
  test.each(counted)(
    "[V-ATK-4] a request over its rate limit is refused before its body is parsed: %s",
    async (path, kind, max) => {
      const address = newAddress();
      const target = path.replace(":id", id);
      expect((await unreadable(target, address)).status).toBe(400);
      const key = `${kind} from ${address}`;
      // A sign-in isn't refused for an hour: ten attempts beyond the free ones delay it for five minutes.
      const count = kind === "sign-in" ? max + 10 : max;
      await app.query("insert into limit_counts (key, count, window_ends) values ($1, $2, now() + interval '1 hour')", [
        key,
        count,
      ]);
      const refused = await unreadable(target, address);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after") ?? 1)).toBeGreaterThan(0);
      const rows = await app.query<{ count: number }>("select count from limit_counts where key = $1", [key]);
      expect(rows, "looking takes nothing").toEqual([{ count }]);
      await app.query("update limit_counts set window_ends = now() where key = $1", [key]);
      expect((await unreadable(target, address)).status, "a window that is over").toBe(400);
    },
  );

  test.each([
    "/application/resume",
    "/admin/reset-password",
    "/admin/invitation",
    "/newsletter/confirm",
    "/consultation",
    "/consultation/confirm",
    "/consultation/yours",
    "/reminders",
    "/your-data/open",
    "/your-data/erase",
    "/apply/:id",
  ])("[V-ATK-4] %s takes 120 requests a minute, which are counted before they are read", async (path) => {
    const address = newAddress();
    const target = path.replace(":id", crypto.randomUUID());
    for (let count = 0; count < 120; count++) expect((await unreadable(target, address)).status).toBe(400);
    expect((await unreadable(target, address)).status).toBe(429);
  });

  test("[V-ATK-4] views, mail webhooks and functions are limited before their bodies are read", async () => {
    const client = new HttpClient(app);
    const view = () => client.post("/services/views", { service: crypto.randomUUID(), session: "s".repeat(20) });
    for (let count = 0; count < 120; count++) expect((await view()).status).toBe(204);
    expect((await unreadable("/services/views", client.address)).status).toBe(429);
    const address = newAddress();
    for (let count = 0; count < 60; count++) expect((await unreadable("/webhooks/mail", address)).status).toBe(401);
    expect((await unreadable("/webhooks/mail", address)).status).toBe(429);
    // A caller without rights is told so even if the body is too large.
    for (const name of ["send-email", "manage-admin-user", "create-admin-user"]) {
      const streamed = await client.send(`/functions/v1/${name}`, {
        method: "POST",
        body: new Blob(["x".repeat(300 * 1024)]).stream(),
        headers: { authorization: "Bearer nobody" },
        duplex: "half",
      });
      expect([name, streamed.status]).toEqual([name, 401]);
    }
  });
});

describe("[V-ATK-5] responses to visitors without access", () => {
  const lengths = [4, 20, 40, 100, 250, 1000];
  const kinds: [string, (bytes: number) => string][] = [
    ["pairs", (bytes) => "a&".repeat(bytes / 2 - 1)],
    ["one long answer", (bytes) => `step=applicant_info&firstName=${"'".repeat(bytes - 30)}`],
    [
      "what was kept before",
      (bytes) => `intent=open&email=x%40mail.example&kept=${"a%3D%27%26".repeat((bytes - 40) / 10)}`,
    ],
  ];
  test.each(kinds)(
    "[V-ATK-5] %s: the response is at most 64 KB, however much was sent, for a known and an unknown application",
    async (_, made) => {
      for (const target of [`/apply/${id}`, `/apply/${crypto.randomUUID()}`])
        for (const kilobytes of lengths) {
          const response = await post(target, ["application/x-www-form-urlencoded"], made(kilobytes * 1000));
          expect(response.body.length, `${target} ${kilobytes} KB: ${response.status}`).toBeLessThan(64 * 1024);
          expect([302, 400, 403, 413]).toContain(response.status);
          if (response.status === 413) expect(response.body).toContain("Back button to get back to what you typed");
        }
    },
  );

  test("[V-ATK-5] without JavaScript a short form is returned with its values, and a long one stays behind the Back button", async () => {
    const otherUser = new HttpClient(app);
    const fields = { ...form("applicant_info", "Applicant Information"), firstName: "Typed without a right" };
    const refused = await otherUser.post(`/apply/${id}`, { ...fields, intent: "next" });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("Typed without a right");
    const long = await otherUser.post(`/apply/${id}`, { ...fields, firstName: "x".repeat(10_000), intent: "next" });
    expect(long.status).toBe(413);
    const text = await long.text();
    expect(text).toContain("with the link in our email");
    expect(text).not.toContain("xxxx");
  });
});

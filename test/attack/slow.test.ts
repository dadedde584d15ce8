import { afterAll, expect, test } from "vitest";
import { startApp } from "../harness/app-server";
import { pdf, upload } from "../harness/desk/inquirer";
import { HttpClient, until } from "../harness/http-client";
import { type HeldBody, holdBody } from "../harness/raw/open-request-body";
import { untilWaiting } from "../harness/waiting";

const openBodies: HeldBody[] = [];
const clock = new URL("../harness/clock.mjs", import.meta.url).href;
const app = await startApp({ TRUST_PROXY: "yes", NODE_OPTIONS: `--import=${clock}` });
afterAll(letGo);

async function hold(address: string, path = "/contact/upload", length = 10_000_000, lines: string[] = []) {
  const body = holdBody(app.url, path, { address, length, lines });
  openBodies.push(body);
  await body.open;
  return body;
}

function letGo() {
  for (const { socket } of openBodies.splice(0)) socket.destroy();
}

const multipart = "Content-Type: multipart/form-data; boundary=edge";
/** An inquiry's file as a form of so many bytes. */
function form(size: number): Buffer {
  const part = (head: string, value: Buffer | string) =>
    Buffer.concat([Buffer.from(`--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n`), Buffer.from(value), crlf]);
  const crlf = Buffer.from("\r\n");
  const attempt = part('name="attempt"', crypto.randomUUID());
  return Buffer.concat([attempt, part('name="file"; filename="slow.pdf"', pdf(size)), Buffer.from("--edge--\r\n")]);
}

/** The app reads what the kernel has buffered before it handles a later request. */
const caughtUp = () => fetch(`${app.url}/healthz`).then((response) => response.text());

async function fiveMinutesLater() {
  const countAdvances = () => app.output().split("The clock went on").length;
  const before = countAdvances();
  app.child.kill("SIGUSR2");
  await until("the program's clock went on", () => countAdvances() > before);
}

test("[V-ATK-6] a body slower than 1 KB a second over a minute is ended with 408 on every path, and a faster one is accepted", async () => {
  const whole = form(1_000_000);
  const paths = ["/contact/upload", "/contact", `/apply/${crypto.randomUUID()}/save`, "/admin/login", "/", "/nowhere"];
  const slow = await Promise.all(paths.map((path, number) => hold(`192.0.2.${number}`, path, 500_000)));
  const fast = await hold("198.51.100.1", "/contact/upload", whole.length, [multipart]);
  const rest = whole.subarray(700_000);
  for (const body of slow) await body.give(Buffer.alloc(500, "x"));
  await fast.give(whole.subarray(0, 700_000));
  await caughtUp();
  await fiveMinutesLater();
  for (const [number, body] of slow.entries()) {
    await until(`the program hangs up on ${paths[number]}`, () => body.over());
    // A connection answered before its body is closed.
    expect([paths[number], body.said()]).toEqual([paths[number], expect.stringMatching(/^HTTP\/1.1 (4\d\d|200) /)]);
  }
  const [uploaded] = slow.map((body) => body.said());
  expect(uploaded).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
  expect(uploaded).toMatch(/\r\nConnection: close\r\n/);
  expect(uploaded).toContain("That arrived too slowly");
  expect(uploaded).toContain("nothing was saved");

  expect(fast.over()).toBe(false);
  await fast.give(rest);
  await until("the faster one is answered", () => fast.said().includes("\r\n\r\n"));
  expect(fast.said()).toMatch(/^HTTP\/1.1 200 /);
  letGo();
});

test("[V-ATK-6] each minute counts separately: a fast sender that stalls is ended, and a connection that waits for a response is not", async () => {
  const body = await hold("192.0.2.9", "/contact/upload", 2_000_000, [multipart]);
  await body.give(form(1_000_000).subarray(0, 900_000));
  // 900 KB are enough for the first five minutes, but not for ten. An empty body shows that they were checked.
  for (const minutes of [5, 10]) {
    const nothing = await hold(`192.0.2.${minutes}`);
    await caughtUp();
    expect(body.over(), `before ${minutes} minutes`).toBe(false);
    await fiveMinutesLater();
    await until(`${minutes} minutes were judged`, () => nothing.over());
  }
  await until("it is ended", () => body.over());
  expect(body.said()).toMatch(/^HTTP\/1.1 408 /);
  letGo();

  const client = new HttpClient(app);
  const id = await client.start("waits@mail.example");
  await app.query(`begin; select 1 from visa_applications where id = '${id}' for update`);
  const save = client.save(id, { step: "applicant_info", revision: "0", firstName: "Waits" });
  await untilWaiting(app, "visa_applications");
  await fiveMinutesLater();
  await caughtUp();
  await app.query("commit");
  expect(await save).toMatchObject({ status: 200, outcome: { kind: "saved" } });
});

test("[V-ATK-6] with 36 stalled uploads from 6 IPs, another client's upload of 10 MB and a small form succeed", async () => {
  await Promise.all(
    Array.from({ length: 36 }, (_, number) => hold(`203.0.113.${number % 6}`, undefined, 10_000_000, [multipart])),
  );
  const much = form(9_000_000);
  await Promise.all(openBodies.map((body) => body.give(much)));
  const otherClient = new HttpClient(app);
  const sent = await upload(otherClient, "passport.pdf", pdf(10 * 1024 * 1024));
  expect([sent.status, sent.ok]).toEqual([200, true]);
  expect((await otherClient.post("/contact", { purpose: "short" })).status).toBe(422);
  letGo();
});

test("[V-ATK-6] while more than 100 bodies are open, an IP can have 8 of them, and further ones get 503 with Retry-After", async () => {
  const bodies = Array.from({ length: 92 }, (_, number) => hold(`10.9.${number}.1`));
  await Promise.all(bodies);
  // At most a hundred in total: per IP there is no limit.
  const own = await Promise.all(Array.from({ length: 8 }, () => hold("10.8.0.1")));
  const ninth = holdBody(app.url, "/contact/upload", { address: "10.8.0.1", length: 300 });
  openBodies.push(ninth);
  await ninth.give(Buffer.alloc(300, "x"));
  await until("the ninth is answered", () => ninth.said().includes("</html>"));
  expect(ninth.said()).toMatch(/^HTTP\/1.1 503 /);
  expect(ninth.said()).toMatch(/\r\nRetry-After: 60\r\n/);
  expect(ninth.said()).toContain("Too much is arriving from your network right now");
  const sent = await upload(new HttpClient(app), "passport.pdf", pdf(10 * 1024 * 1024));
  expect([sent.status, sent.ok], "somebody else").toEqual([200, true]);
  expect((await fetch(`${app.url}/`)).status, "without a body").toBe(200);

  own[0]?.socket.destroy();
  const same = new HttpClient(app);
  Object.assign(same, { address: "10.8.0.1" });
  await until("there is room again", async () => (await same.post("/contact", { purpose: "short" })).status === 422);
  letGo();
});

test("[V-ATK-7] while such requests arrive from several IPs, three a second, a page and a save respond before their bodies end", async () => {
  const client = new HttpClient(app);
  const id = await client.start("beside@mail.example");
  expect((await client.get("/")).status).toBe(200);
  const attackers: HeldBody[] = [];
  const doubled = "Content-Type: multipart/form-data; boundary=nope, multipart/form-data; boundary=z";
  const pairs = "Content-Type: application/x-www-form-urlencoded";
  const part = '--z\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n\r\n';
  for (let round = 0; round < 12; round++) {
    // All but the last byte, which is the most work to parse.
    const { path, type, text } =
      round % 2 === 0
        ? { path: "/contact", type: doubled, text: part }
        : { path: `/apply/${crypto.randomUUID()}`, type: pairs, text: "a&" };
    const attacker = await hold(`198.51.100.${round % 6}`, path, 1_000_001, [type]);
    attackers.push(attacker);
    attacker.socket.write(Buffer.alloc(1_000_000, text));
    const page = await client.get("/");
    expect([page.status, page.headers.get("cache-status")]).toEqual([200, "lucaya; hit"]);
    expect(
      await client.save(id, { step: "applicant_info", revision: String(round), firstName: `Turn ${round}` }),
    ).toMatchObject({
      status: 200,
      outcome: { kind: "saved" },
    });
    await page.text();
  }
  // None was parsed as a form: all responses are refusals.
  for (const { said } of attackers) expect(said()).toMatch(/^(HTTP\/1.1 4\d\d |$)/);
  letGo();
});

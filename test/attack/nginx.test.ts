import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppServer, admin, freePort, startApp } from "../harness/app-server";
import { needsDebian, nginxProgram } from "../harness/debian-packages";
import { pdf, upload } from "../harness/desk/inquirer";
import { mailsTo, resumeLinkOf } from "../harness/fakes/mails";
import { type Nginx, startNginx } from "../harness/fakes/nginx";
import { HttpClient, until } from "../harness/http-client";
import { type HeldBody, holdBody } from "../harness/raw/open-request-body";
import { sayTo } from "../harness/raw/request";

let app: AppServer;
let nginx: Nginx;
/** The app as visitors reach it: behind nginx. */
let proxied: AppServer;
const openBodies: HeldBody[] = [];
const clock = new URL("../harness/clock.mjs", import.meta.url).href;
const start = async (env: Record<string, string>) => {
  app = await startApp({ TRUST_PROXY: "yes", NODE_OPTIONS: `--import=${clock}`, ...env });
  proxied = { ...app, url: env.PUBLIC_URL ?? "" };
};
let env: Record<string, string>;
const isThere = needsDebian(nginxProgram);
beforeAll(async () => {
  if (!isThere) return;
  const port = await freePort();
  env = { PORT: String(await freePort()), PUBLIC_URL: `http://localhost:${port}` };
  await start(env);
  nginx = await startNginx(port, [`127.0.0.1:${env.PORT}`]);
});
afterAll(letGo);

function letGo() {
  for (const { socket } of openBodies.splice(0)) socket.destroy();
}

async function hold(address: string, path: string, length: number, lines: string[] = []) {
  const body = holdBody(nginx.url, path, { address, length, lines });
  openBodies.push(body);
  await body.open;
  return body;
}

const multipart = "Content-Type: multipart/form-data; boundary=edge";
const bodies = () => Object.keys(nginx.written()).filter((path) => path.includes("/bodies/"));

test.skipIf(!isThere)("[F-RUN-6] every URL of www. redirects to the canonical host, by http and https", async () => {
  for (const at of [nginx.url, nginx.plainUrl]) {
    const { status, headers } = await sayTo(at, "/contact?from=www", { lines: ["Host: www.lucaya.example"] });
    expect([status, headers.location]).toEqual([301, "https://lucaya.example/contact?from=www"]);
  }
});

test("[V-ATK-24] the token of a private link is in no file that nginx writes, whatever the outcome of the request", async () => {
  const client = new HttpClient(proxied);
  await client.start("private@mail.example");
  const resume = resumeLinkOf((await mailsTo(app, "private@mail.example", "application_started", 1))[0]);
  await client.post("/admin/forgot-password", { email: admin.email });
  const [mail] = await mailsTo(app, admin.email, "password_reset", 1);
  const reset = /\/admin\/reset-password\?token=([\w-]+)/.exec(mail?.text ?? "");
  const links = [resume.path, reset?.[0] ?? ""];
  const tokens = [resume.token, reset?.[1] ?? "none"];

  for (const link of links) {
    expect((await client.get(link)).status).toBe(200);
    // As a mail program that treats `?` as part of the path; as a script; as a page on unload.
    await client.get(link.replace("?", "%3f"));
    await client.get(link.replace("?", ".data?"));
    await client.get("/nowhere", { referer: nginx.url + link });
    const plain = await fetch(nginx.plainUrl + link, { redirect: "manual" });
    expect([plain.status, plain.headers.get("location")]).toEqual([301, `https://lucaya.example${link}`]);
    await sayTo(nginx.url, link, { lines: ["Host: localhost", "Content-Length: many"] });
    const long = ["Host: localhost", "Content-Length: 99000000"];
    expect((await sayTo(nginx.url, link, { method: "POST", lines: long, hangsUp: true })).status).toBe(413);
  }
  app.child.kill("SIGSTOP");
  const broken = new AbortController();
  const waiting = client.send(links[0] ?? "", { signal: broken.signal }).catch(() => undefined);
  broken.abort();
  await waiting;
  app.child.kill("SIGCONT");
  expect(await app.stop()).toBe(0);
  for (const link of links) expect((await client.get(link, { referer: nginx.url + link })).status).toBe(502);

  const written = await until("what was answered is in the log", () => {
    const found = nginx.written();
    return JSON.stringify(found).includes('/admin/reset-password HTTP/1.1\\" 502') ? found : undefined;
  });
  expect(Object.values(written).join()).toContain('"GET /application/resume HTTP/1.1" 200');
  for (const [path, text] of Object.entries(written))
    for (const token of tokens) expect([path, text.includes(token)]).toEqual([path, false]);
  await start({ ...env, DATA_DIR: app.dataDir });
});

test("[V-ATK-24, V-ATK-6] nginx streams request bodies without writing them to a file, and a slow one ends with the app's 408", async () => {
  const body = await hold("192.0.2.1", "/contact/upload", 5_000_000, [multipart]);
  await body.give(Buffer.alloc(2_000_000, "x"));
  const none = await hold("192.0.2.2", "/contact/upload", 5_000_000, [multipart]);
  await until("the program has both", async () => {
    await fetch(`${nginx.url}/healthz`);
    return body.socket.writableLength === 0;
  });
  expect(bodies(), "nothing is collected on the way").toEqual([]);
  // Nobody knows whether the app has the second head: nginx sends 100 Continue by itself.
  await until("the slow one is ended", () => {
    app.child.kill("SIGUSR2");
    return none.said().includes("</html>");
  });
  expect(none.said()).toMatch(/^HTTP\/1.1 408 /);
  expect(none.said()).toContain("That arrived too slowly");
  letGo();
});

test("[V-ATK-24, V-ATK-6] through nginx, 36 stalled uploads from 6 IPs leave room for another client's upload of 10 MB", async () => {
  const six = Array.from({ length: 36 }, (_, number) => `203.0.113.${number % 6}`);
  await Promise.all(six.map((address) => hold(address, "/contact/upload", 10_000_000, [multipart])));
  await Promise.all(openBodies.map((body) => body.give(Buffer.alloc(1_000_000, "x"))));
  const sent = await upload(new HttpClient(proxied), "passport.pdf", pdf(10 * 1024 * 1024));
  expect([sent.status, sent.ok]).toEqual([200, true]);
  expect(bodies()).toEqual([]);
  letGo();
});

test("[V-ATK-24, V-ATK-2] nginx accepts little more on each path than the app's own limits, and both say plainly what is too large", async () => {
  const id = await new HttpClient(proxied).start("sizes@mail.example");
  const most: [path: string, bytes: number][] = [
    ["/admin/login", 0.5],
    ["/contact/send", 0.5],
    [`/apply/${id}`, 2],
    [`/apply/${id}/save`, 2],
    ["/contact/upload", 12],
    [`/apply/${id}/upload/save`, 12],
    [`/apply/${id}/documents`, 12],
    ["/contact", 60],
  ];
  const lines = [`Host: ${new URL(nginx.url).host}`, `Origin: ${nginx.url}`, multipart];
  const answers = most.map(async ([path, megabytes]) => {
    const length = `Content-Length: ${megabytes * 1024 * 1024 + 1}`;
    const response = await sayTo(nginx.url, path, { method: "POST", lines: [...lines, length], hangsUp: true });
    expect([path, response.status]).toEqual([path, 413]);
    expect(response.body).toContain("That’s too much to send at once");
    expect(response.body).toContain("othing was saved");
  });
  await Promise.all(answers);
  const larger = new FormData();
  larger.set("file", new File([pdf(11.5 * 1024 * 1024)], "large.pdf"));
  const response = await new HttpClient(proxied).post("/contact/upload", larger);
  expect(response.status, "a little more is the program's to refuse").toBe(413);
  expect(await response.text()).toContain("File size exceeds 10MB limit");
});

test("[V-ATK-24, V-ATK-1] nginx refuses an ambiguous Content-Type", async () => {
  const lines = [`Host: ${new URL(nginx.url).host}`, `Origin: ${nginx.url}`, "Content-Length: 4"];
  for (const type of [
    "multipart/form-data; boundary=nope, multipart/form-data; boundary=z",
    "multipart/form-data; boundary=nope; BOUNDARY=z",
    "application/x-www-form-urlencoded, multipart/form-data; boundary=z",
  ]) {
    const doubled = [...lines, `Content-Type: ${type}`];
    const response = await sayTo(nginx.url, "/contact", { method: "POST", lines: doubled, body: "a=b&" });
    expect([type, response.status]).toEqual([type, 400]);
  }
});

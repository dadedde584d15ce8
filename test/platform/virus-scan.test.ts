import { beforeAll, beforeEach, expect, test } from "vitest";
import { type AppServer, admin, emptyDataDir, startApp } from "../harness/app-server";
import { serviceId } from "../harness/applicants/listed-steps";
import { pdfFile } from "../harness/applicants/uploads";
import { clamdProgram, needsDebian } from "../harness/debian-packages";
import {
  inquirer,
  inquiriesOf,
  send as sendInquiry,
  storedFiles,
  upload as uploadAhead,
} from "../harness/desk/inquirer";
import { startClamd } from "../harness/fakes/clamd";
import { pagePdf } from "../harness/fakes/papers";
import { eicar } from "../harness/fakes/scanner";
import { HttpClient, until } from "../harness/http-client";
import { logged } from "../harness/logged";
import { wake } from "../harness/queue";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

let clamd: Awaited<ReturnType<typeof startClamd>>;
let app: AppServer;
let desk: HttpClient;
let owner: HttpClient;
let application: string;

const scannerIsThere = needsDebian(clamdProgram);
beforeAll(async () => {
  if (!scannerIsThere) return;
  clamd = await startClamd(await emptyDataDir());
  app = await startApp({ TRUST_PROXY: "yes", CLAMAV_URL: clamd.url });
  desk = new HttpClient(app);
  await desk.post("/admin/login", admin);
  owner = new HttpClient(app);
  application = await startDraft(app, owner);
});
beforeEach(async () => {
  if (scannerIsThere) await app.query("delete from limit_counts");
});

async function startDraft(at: AppServer, client: HttpClient) {
  const service = await serviceId(at, "bahamian-evisa");
  return client.start("owner@mail.example", { service });
}
const clean = () => pdfFile("passport.pdf", 200_000);
const infected = () => new File([pagePdf(3000, eicar)], "letter.pdf");

async function send(file: File, client = owner, id = application) {
  const body = new FormData();
  body.set("attempt", crypto.randomUUID());
  body.set("type", "passport_copy");
  body.set("file", file);
  const response = await client.post(`/apply/${id}/documents/save`, body);
  const result = (await response.json()) as { id?: string; message?: string };
  return { status: response.status, id: "", ...result };
}
const scanOf = async (id: string) =>
  (await app.query<{ scan: string; storage_key: string }>("select * from documents where id = $1", [id]))[0];
const page = async (client: HttpClient, path: string) => screenOf(await (await client.get(path)).text()).words;
const documentsPage = () => page(owner, `/apply/${application}/documents`);
const staffPage = () => page(desk, `/admin/applications/${application}`);

test("a clean file is stored and can be opened", async () => {
  const { status, id } = await send(clean());
  expect(status).toBe(200);
  expect((await scanOf(id))?.scan).toBe("clean");
  for (const reader of [owner, desk]) expect((await reader.get(`/documents/${id}`)).status).toBe(200);
  expect(await staffPage()).not.toContain("Not scanned");
});

test("a file with a virus is refused with a plain message and not stored, from an applicant and in an inquiry", async () => {
  const before = storedFiles(app).sort();
  const refused = await send(infected());
  expect(refused.status).toBe(422);
  expect(refused.message).toMatch(/^We found a virus in this file \(Lucaya\.Eicar-Test.*\), so we didn’t save it\./);
  const bytes = Buffer.from(await infected().arrayBuffer());
  const ahead = await uploadAhead(new HttpClient(app), "letter.pdf", bytes);
  expect(ahead).toMatchObject({ status: 422, reason: "invalid", message: refused.message });
  expect(storedFiles(app).sort()).toEqual(before);
});

test("while the scanner is unavailable new files can't be opened and are reported, and they are scanned once it is back", async () => {
  await clamd.goAway();
  const [good, bad] = [await send(clean()), await send(infected())];
  expect([good.status, bad.status]).toEqual([200, 200]);
  const client = new HttpClient(app);
  const ahead = await uploadAhead(client, "letter.pdf", Buffer.from(await infected().arrayBuffer()));
  const fields = { ...inquirer, email: "held@mail.example" };
  expect((await sendInquiry(client, fields, [ahead.id])).ok).toBe(true);
  const [inquiry] = await inquiriesOf(app, fields.email);
  for (const { id } of [good, bad]) {
    expect((await scanOf(id))?.scan).toBe("waiting");
    for (const reader of [owner, desk]) {
      const response = await reader.get(`/documents/${id}`);
      expect(response.status).toBe(423);
      expect(await response.text()).toContain("checking this file for viruses");
    }
    expect((await new HttpClient(app).get(`/documents/${id}`)).status, "a stranger learns nothing").toBe(404);
  }
  // A navigation gets an HTML page with the same text.
  const followed = await owner.get(`/documents/${good.id}`, { accept: "text/html,*/*;q=0.8" });
  expect([followed.status, followed.headers.get("retry-after")]).toEqual([423, "60"]);
  const followedPage = screenOf(await followed.text());
  followedPage.getByRole("heading", { name: "This file is being checked", level: 1 });
  expect(followedPage.words).toContain("checking this file for viruses");
  expect(await documentsPage()).toContain("being checked for viruses");
  expect(await staffPage()).toContain("On hold until scanned");
  expect(await staffPage()).toContain("Fix CLAMAV_URL: files are on hold until they can be scanned");
  expect(await page(desk, `/admin/inquiries/${inquiry?.id}`)).toContain("On hold until scanned");
  await logged(app, '"setting":"CLAMAV_URL"');
  expect((await owner.get("/")).status).toBe(200);

  await clamd.comeBack();
  for (const { id, scan } of [
    { ...good, scan: "clean" },
    { ...bad, scan: "infected" },
    { ...ahead, scan: "infected" },
  ])
    await until(`the scan of ${id}`, async () => {
      // Ends the wait for the next attempt.
      await app.query("update pgboss.job set start_after = now() where name = 'documents.scan' and state = 'retry'");
      await wake(app, "documents.scan");
      return (await scanOf(id))?.scan === scan || undefined;
    });
  expect((await owner.get(`/documents/${good.id}`)).status).toBe(200);
  const deleted = await desk.get(`/documents/${bad.id}`);
  expect(deleted.status).toBe(410);
  expect(await deleted.text()).toContain("We found a virus in this file and removed it");
  const followedGone = await desk.get(`/documents/${bad.id}`, { accept: "text/html" });
  expect(followedGone.status).toBe(410);
  screenOf(await followedGone.text()).getByRole("heading", { name: "This file was removed", level: 1 });
  const key = (await scanOf(bad.id))?.storage_key ?? "";
  await until("its bytes are gone", () => !storedFiles(app).includes(key));
  expect(await documentsPage()).toContain(
    "We found a virus in this file and removed it. Your other files are fine. Please take a new photo",
  );
  expect(await staffPage()).toContain("Virus: Lucaya.Eicar-Test");
  expect(await page(desk, `/admin/inquiries/${inquiry?.id}`)).toContain("Virus: Lucaya.Eicar-Test");
  expect(await staffPage()).not.toContain("Fix CLAMAV_URL");
});

test("a scanner that is not clamd accepts no file", async () => {
  const { createServer } = await import("node:net");
  const liar = createServer((socket) => {
    socket.on("error", () => undefined).on("data", () => socket.end("stream: fine, I suppose\0"));
  }).listen(0, "127.0.0.1");
  await until("a port", () => liar.address() ?? undefined);
  const address = liar.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const otherApp = await startApp({ TRUST_PROXY: "yes", CLAMAV_URL: `tcp://127.0.0.1:${port}` });
  try {
    const client = new HttpClient(otherApp);
    const id = await startDraft(otherApp, client);
    const { id: waitingId } = await send(clean(), client, id);
    expect((await client.get(`/documents/${waitingId}`)).status).toBe(423);
  } finally {
    await otherApp.stop();
    liar.close();
  }
});

test("without CLAMAV_URL files are accepted, and staff see that they are not scanned", async () => {
  const otherApp = await sharedApp();
  const client = new HttpClient(otherApp);
  const id = await startDraft(otherApp, client);
  const { id: document } = await send(clean(), client, id);
  expect((await client.get(`/documents/${document}`)).status).toBe(200);
  const staff = new HttpClient(otherApp);
  await staff.post("/admin/login", admin);
  expect(await page(staff, `/admin/applications/${id}`)).toContain("Not scanned");
  expect(await page(client, `/apply/${id}/documents`)).not.toContain("Not scanned");
});

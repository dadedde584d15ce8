import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type AppServer, embeddedUrl, emptyDataDir, startApp } from "../harness/app-server";
import { serviceId } from "../harness/applicants/listed-steps";
import { needsDebian } from "../harness/debian-packages";
import { drawPassportPage, ocrFont, type PassportPage } from "../harness/fakes/passport-pages";
import { startScanner } from "../harness/fakes/scanner";
import { startBucket } from "../harness/fakes/storage-server";
import { HttpClient, until } from "../harness/http-client";
import { giveBackJobs, wake } from "../harness/queue";

const hasFont = needsDebian(ocrFont);
const offline = { NODE_OPTIONS: "--import=./test/harness/offline.mjs", TRUST_PROXY: "yes" };
let scanner: Awaited<ReturnType<typeof startScanner>>;
/** Two instances read the same files. */
let bucket: Awaited<ReturnType<typeof startBucket>>;
let app: AppServer;
let owner: HttpClient;
let application: string;
let page: PassportPage;
beforeAll(async () => {
  if (!hasFont) return;
  page = await drawPassportPage("straight", 2);
  scanner = await startScanner();
  bucket = await startBucket(await emptyDataDir());
  app = await startApp({ ...offline, ...bucket.env, CLAMAV_URL: scanner.url });
  owner = new HttpClient(app);
  const service = await serviceId(app, "bahamian-evisa");
  application = await owner.start("owner@mail.example", { service });
});

async function send(): Promise<string> {
  const body = new FormData();
  body.set("attempt", crypto.randomUUID());
  body.set("type", "passport_copy");
  body.set("file", new File([new Uint8Array(page.picture)], "passport.jpg"));
  const response = await owner.post(`/apply/${application}/documents/save`, body);
  const { id } = (await response.json()) as { id?: string };
  expect(response.status).toBe(200);
  return id ?? "";
}
const readings = (id: string) =>
  app.query<{ state: string; sealed: string | null }>(
    "select state, sealed from passport_readings where document_id = $1",
    [id],
  );
/** The thread that reads gives way to everything else on a busy machine. */
const patience = 300;
const testTimeout = 900_000;
const isRead = (id: string) =>
  until("the page is read", async () => (await readings(id))[0]?.state === "read", patience);

test.skipIf(!hasFont)(
  "[U-MRZ-3] the built program reads a page while every connection to other machines is blocked",
  async () => {
    const id = await send();
    await isRead(id);
    const [reading] = await readings(id);
    expect(reading?.sealed).toMatch(/^sealed:1:/);
    expect(app.output()).not.toContain("blocked connection");
    // The block works.
    const script = `await fetch("http://192.0.2.1/").then(() => console.log("reached"), (error) => console.log(error.cause?.message));`;
    const told = execFileSync(process.execPath, [
      "--import=./test/harness/offline.mjs",
      "--input-type=module",
      "-e",
      script,
    ]);
    expect(told.toString()).toContain("There are no other machines");
  },
  testTimeout,
);

test.skipIf(!hasFont)(
  "[U-MRZ-12] saves and cached pages are answered while pages wait to be read",
  async () => {
    const other = new HttpClient(app);
    const draft = await other.start("other@mail.example");
    const ids = [await send(), await send(), await send(), await send()];
    await other.fillIn(draft);
    expect((await other.get("/about")).status).toBe(200);
    expect((await readings(ids[3] ?? ""))[0]?.state, "the last page still waits").toBe("waiting");
    for (const id of ids) await isRead(id);
  },
  testTimeout,
);

test.skipIf(!hasFont)(
  "[U-MRZ-2] a page that waits for its scan is read once it is found to be clean",
  async () => {
    await scanner.goAway();
    const id = await send();
    expect(await app.query("select scan from documents where id = $1", [id])).toEqual([{ scan: "waiting" }]);
    expect(await readings(id)).toEqual([]);
    await scanner.comeBack();
    await app.query("update pgboss.job set start_after = now() where name = 'documents.scan' and state = 'retry'");
    await wake(app, "documents.scan");
    await isRead(id);
  },
  testTimeout,
);

test.skipIf(!hasFont)(
  "[U-MRZ-13] of two instances one reads a page, and after a kill -9 amid the reading it is read once more",
  async () => {
    const shared = {
      DATABASE_URL: embeddedUrl(app.dataDir),
      SECRET: readFileSync(join(app.dataDir, "secret"), "utf8").trim(),
    };
    const second = await startApp({ ...offline, ...bucket.env, ...shared, CLAMAV_URL: scanner.url });
    const runs =
      "select state::text, retry_count as tries from pgboss.job where name = 'documents.read-passport' and data->>'documentId' = $1";
    const once = await send();
    await isRead(once);
    const ended = `${runs} and state = 'completed'`;
    await until("the run has ended", async () => (await app.query(ended, [once])).length > 0);
    expect(await app.query(runs, [once])).toEqual([{ state: "completed", tries: 0 }]);
    const again = await send();
    await until("it is being read", async () => (await app.query(`${runs} and state = 'active'`, [again])).length > 0);
    await Promise.all([app, second].map((instance) => instance.kill()));
    const killed = new Date();
    app = await startApp({ ...offline, ...bucket.env, DATA_DIR: app.dataDir, CLAMAV_URL: scanner.url });
    await giveBackJobs(app, killed);
    await isRead(again);
    expect(await app.query("select 1 from passport_readings where document_id = $1", [again])).toHaveLength(1);
  },
  testTimeout,
);

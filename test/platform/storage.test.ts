import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AppServer, emptyDataDir, preparedDataDir, startApp } from "../harness/app-server";
import { serviceId } from "../harness/applicants/listed-steps";
import { signIn } from "../harness/desk/desk";
import { wholePdf } from "../harness/fakes/papers";
import { filesIn, type Storage, startBucket } from "../harness/fakes/storage-server";
import { HttpClient, until } from "../harness/http-client";
import { logged } from "../harness/logged";
import { runJob } from "../harness/queue";

async function localFolder(): Promise<Storage> {
  const dataDir = await preparedDataDir();
  const root = join(dataDir, "documents", "visa-documents");
  const [movedAway, blocked] = [`${root}.away`, Buffer.from("not a folder")];
  return {
    env: { DATA_DIR: dataDir },
    setting: "DATA_DIR",
    keys: () => filesIn(root),
    age: (key, to) => utimesSync(join(root, key), to, to),
    async goAway() {
      renameSync(root, movedAway);
      writeFileSync(root, blocked);
    },
    async comeBack() {
      execFileSync("rm", [root]);
      renameSync(movedAway, root);
    },
    close: async () => {},
  };
}

describe.each([
  ["a local folder", localFolder],
  ["a bucket", async () => startBucket(await emptyDataDir())],
])("documents in %s", (_, open) => {
  let storage: Storage;
  let app: AppServer;
  let desk: HttpClient;
  let owner: HttpClient;
  let application: string;

  beforeAll(async () => {
    storage = await open();
    app = await startApp({ TRUST_PROXY: "yes", ...storage.env });
    desk = await signIn(app);
    owner = new HttpClient(app);
    application = await owner.start("owner@mail.example", { service: await serviceId(app, "bahamian-evisa") });
  });
  afterAll(async () => {
    await app?.stop();
    await storage?.close();
  });

  async function send(bytes: Buffer<ArrayBuffer>) {
    const body = new FormData();
    body.set("attempt", crypto.randomUUID());
    body.set("type", "passport_copy");
    body.set("file", new File([bytes], "passport.pdf"));
    const response = await owner.post(`/apply/${application}/documents/save`, body);
    const result = (await response.json()) as { id?: string; message?: string };
    return { status: response.status, ...result, url: `/documents/${result.id}` };
  }
  const rowOf = async (id: string | undefined) =>
    (await app.query<{ storage_key: string; sha256: string }>("select * from documents where id = $1", [id]))[0];
  const read = async (from: HttpClient, url: string, headers: Record<string, string> = {}) => {
    const response = await from.get(url, headers);
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  test("a large file is read back byte for byte with its checksum stored, by its owner and staff only", async () => {
    const bytes = wholePdf(9 * 1024 * 1024);
    const sent = await send(bytes);
    expect(sent.status).toBe(200);
    const row = await rowOf(sent.id);
    expect(row?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(storage.keys()).toContain(row?.storage_key);
    for (const reader of [owner, desk]) {
      const got = await read(reader, sent.url);
      expect(got.status).toBe(200);
      expect(got.bytes.equals(bytes)).toBe(true);
      expect(got.headers.get("accept-ranges")).toBe("bytes");
    }
    expect((await read(new HttpClient(app), sent.url)).status).toBe(404);
    expect((await read(new HttpClient(app), sent.url, { range: "bytes=0-9" })).status).toBe(404);
  });

  test("a range request gets the requested part, and a range beyond the end gets 416", async () => {
    const bytes = wholePdf(5000);
    const { url } = await send(bytes);
    const whole = await read(owner, url);
    const tag = whole.headers.get("etag") ?? "";
    const parts: [string, number, number][] = [
      ["bytes=0-99", 0, 99],
      ["bytes=100-", 100, 4999],
      ["bytes=-100", 4900, 4999],
      ["bytes=4990-9999", 4990, 4999],
      ["bytes=-9999", 0, 4999],
    ];
    for (const [range, start, end] of parts) {
      const got = await read(owner, url, { range });
      expect(got.status, range).toBe(206);
      expect(got.headers.get("content-range")).toBe(`bytes ${start}-${end}/5000`);
      expect(got.bytes.equals(bytes.subarray(start, end + 1)), range).toBe(true);
    }
    for (const range of ["bytes=5000-", "bytes=9000-9999", "bytes=-0"]) {
      const got = await read(owner, url, { range });
      expect(got.status, range).toBe(416);
      expect(got.headers.get("content-range")).toBe("bytes */5000");
    }
    for (const range of ["bytes=9-1", "bytes=a-b", "lines=0-9", "bytes=0-1,5-6", "bytes=-"]) {
      const got = await read(owner, url, { range });
      expect(got.status, range).toBe(200);
      expect(got.bytes.length).toBe(5000);
    }
    expect((await read(owner, url, { range: "bytes=0-9", "if-range": tag })).status).toBe(206);
    expect((await read(owner, url, { range: "bytes=0-9", "if-range": '"another file"' })).status).toBe(200);
    const head = await owner.send(url, { method: "HEAD", headers: { range: "bytes=0-9" } });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "5000"]);
  });

  test("a removed file is deleted with its row", async () => {
    const { id } = await send(wholePdf(3000));
    const row = await rowOf(id);
    const body = new FormData();
    body.set("intent", "remove");
    body.set("document", id ?? "");
    expect((await owner.post(`/apply/${application}/documents/save`, body)).status).toBe(200);
    expect(await rowOf(id)).toBeUndefined();
    await until("its bytes are gone", () => !storage.keys().includes(row?.storage_key ?? ""));
  });

  test("reconciliation deletes a file without a row after a day, and reports a row without its file", async () => {
    const [stray, whole, half] = [await send(wholePdf(3000)), await send(wholePdf(3000)), await send(wholePdf(3000))];
    const [strayRow, halfRow] = [await rowOf(stray.id), await rowOf(half.id)];
    await app.query("delete from documents where id = $1", [stray.id]);
    // The stored size is larger than the file, as if it was truncated.
    await app.query("update documents set byte_size = 4000 where id = $1", [half.id]);
    const before = storage.keys();
    // Reset their age, also under a shifted clock (`npm run test:clock`).
    for (const key of before) storage.age(key, new Date());
    await runJob(app, "documents.reconcile");
    await until("the log tells of the cut one", () => app.output().includes(half.id ?? "?"));
    await until("the comparison is over", async () => {
      const [job] = await app.query(
        "select 1 from pgboss.job where name = 'documents.reconcile' and state = 'completed'",
      );
      return job;
    });
    expect(storage.keys().sort(), "young files may still get their row").toEqual(before.sort());
    for (const key of before) storage.age(key, new Date(Date.now() - 25 * 3600 * 1000));
    await runJob(app, "documents.reconcile");
    await until("the stray one is gone", () => !storage.keys().includes(strayRow?.storage_key ?? ""));
    expect(storage.keys().sort()).toEqual(before.filter((key) => key !== strayRow?.storage_key).sort());
    expect(storage.keys().filter((key) => key.startsWith("forms/")).length, "the forms library").toBeGreaterThan(0);
    expect(storage.keys()).toContain(halfRow?.storage_key);
    expect((await read(owner, whole.url)).status).toBe(200);
    await app.query("update documents set byte_size = 3000 where id = $1", [half.id]);
  });

  test("an unreachable storage loses no typed values, is explained to staff and in the log, and doesn't stop the rest of the site", async () => {
    const bytes = wholePdf(3000);
    const { url } = await send(bytes);
    const count = async () => (await app.query("select id from documents")).length;
    const before = await count();
    await storage.goAway();
    const refused = await send(wholePdf(3000));
    expect(refused.status).toBe(503);
    expect(refused.message).toContain("What you entered is safe. Please try again in a few minutes.");
    expect(await count()).toBe(before);
    expect((await read(owner, url)).status).toBe(503);
    await logged(app, `"setting":"${storage.setting}"`);
    expect(await (await desk.get("/admin/emails")).text()).toContain(`Fix ${storage.setting}: `);
    for (const path of ["/", `/apply/${application}`, "/admin/applications"])
      expect((await (path.startsWith("/admin") ? desk : owner).get(path)).status, path).toBe(200);

    await storage.comeBack();
    expect((await send(wholePdf(3000))).status).toBe(200);
    expect((await read(owner, url)).bytes.equals(bytes)).toBe(true);
    expect(await (await desk.get("/admin/emails")).text()).not.toContain(`Fix ${storage.setting}: `);
  });
});

// Separate apps, which wait for something unresponsive.
describe.concurrent("wrong storage settings", () => {
  let bucket: Awaited<ReturnType<typeof startBucket>>;
  beforeAll(async () => {
    bucket = await startBucket(await emptyDataDir());
  });
  afterAll(() => bucket?.close());

  /** On a directory with stored files, unless `env` names another. */
  async function outputOf(env: Record<string, string>, pattern: RegExp) {
    const app = await startApp({
      TRUST_PROXY: "yes",
      DATA_DIR: env.DATA_DIR ?? (await preparedDataDir()),
      ...env,
    });
    try {
      const person = new HttpClient(app);
      const id = await person.start("someone@mail.example", { service: await serviceId(app, "bahamian-evisa") });
      const body = new FormData();
      body.set("attempt", crypto.randomUUID());
      body.set("type", "passport_copy");
      body.set("file", new File([wholePdf(2_000_000)], "passport.pdf"));
      const sent = await person.post(`/apply/${id}/documents/save`, body);
      expect(sent.status).toBe(503);
      expect(await sent.text()).toContain("Please try again in a few minutes");
      // The page without JavaScript shows it as well.
      body.set("attempt", crypto.randomUUID());
      const page = await person.post(`/apply/${id}/documents`, body);
      expect(page.status).toBe(503);
      expect(await page.text()).toContain("Please try again in a few minutes");
      await logged(app, pattern);
      const desk = await signIn(app);
      expect(await (await desk.get("/admin/inquiries")).text()).toMatch(pattern);
      expect((await person.get("/forms")).status).toBe(200);
      return app.output();
    } finally {
      await app.stop();
    }
  }
  const url = (user: string, name: string, port: number) =>
    `s3://${user}@${name}?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`;

  test("a missing bucket at the first start is reported, and the forms library is loaded at the next start", async () => {
    const output = await outputOf(
      { DATA_DIR: await emptyDataDir(), STORAGE_URL: url("S3RVER:S3RVER", "no-such-bucket", bucket.port) },
      /Fix STORAGE_URL: there is no such bucket/,
    );
    expect(output).toContain("not loaded now; the next start tries again");
  });

  test("wrong keys are reported, and the site stays up", async () => {
    await outputOf(
      { STORAGE_URL: url("NOBODY:wrong", "visa-documents", bucket.port) },
      /Fix STORAGE_URL: its keys are not accepted/,
    );
  });

  test("an unreachable host is reported, and the site stays up", async () => {
    await outputOf(
      { STORAGE_URL: url("S3RVER:S3RVER", "visa-documents", 1) },
      /Fix STORAGE_URL: the storage can(&#x27;|')t be reached/,
    );
  });

  test("a full disk is reported, and the site stays up", async ({ skip }) => {
    skip(process.getuid?.() !== 0, "only root mounts a small disk");
    const DATA_DIR = await preparedDataDir();
    const small = join(DATA_DIR, "documents");
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", small], { stdio: "pipe" });
    } catch {
      skip("this root may not mount a small disk");
    }
    try {
      chmodSync(small, 0o755);
      await outputOf({ DATA_DIR }, /Fix DATA_DIR: its disk is full/);
    } finally {
      execFileSync("umount", [small]);
    }
  });
});

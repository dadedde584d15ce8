import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AppServer, admin, emptyDataDir, preparedDataDir, startApp } from "../harness/app-server";
import { serviceId } from "../harness/applicants/listed-steps";
import { inquirer, inquiriesOf, send as sendInquiry, upload } from "../harness/desk/inquirer";
import { wholePdf } from "../harness/fakes/papers";
import { filesIn, startBucket } from "../harness/fakes/storage-server";
import { HttpClient, until } from "../harness/http-client";
import { screenOf } from "../harness/screen";

function holdersOf(root: string, papers: Iterable<Buffer>): string[] {
  const chunks = new Map<number, Buffer[]>();
  for (const bytes of papers)
    for (let index = 0; index < 40; index++) {
      const from = Math.floor((index * (bytes.length - 24)) / 39);
      const chunk = bytes.subarray(from, from + 24);
      const start = chunk.readUInt32BE();
      chunks.set(start, [...(chunks.get(start) ?? []), chunk]);
    }
  // Each file is gone through once for all pieces; two bytes tell at most of its places that none begins there.
  const starts = new Uint8Array(1 << 16);
  for (const start of chunks.keys()) starts[start >>> 16] = 1;
  return filesIn(root).filter((name) => {
    const stored = readFileSync(join(root, name));
    for (let position = 0; position + 24 <= stored.length; position++) {
      if (!starts[((stored[position] ?? 0) << 8) | (stored[position + 1] ?? 0)]) continue;
      const found = chunks.get(stored.readUInt32BE(position));
      if (found?.some((chunk) => chunk.equals(stored.subarray(position, position + 24)))) return true;
    }
    return false;
  });
}

async function send(from: HttpClient, application: string, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const body = new FormData();
  body.set("attempt", crypto.randomUUID());
  body.set("type", "passport_copy");
  body.set("file", new File([bytes], "passport.pdf"));
  const response = await from.post(`/apply/${application}/documents/save`, body);
  const { id } = (await response.json()) as { id?: string };
  if (!id) throw new Error(`Not stored: ${response.status}`);
  return id;
}

const read = async (from: HttpClient, id: string, headers: Record<string, string> = {}) => {
  const response = await from.get(`/documents/${id}`, headers);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

/** A folder of this machine, or a bucket whose server keeps it in one: `fileOf` is the path of a key. */
const storages = {
  "a folder": async () => {
    const dataDir = await preparedDataDir();
    const root = join(dataDir, "documents", "visa-documents");
    const put = async (key: string, bytes: Buffer) => {
      mkdirSync(dirname(join(root, key)), { recursive: true });
      writeFileSync(join(root, key), bytes);
    };
    return { env: { DATA_DIR: dataDir }, root, put, fileOf: (key: string) => join(root, key), close: async () => {} };
  },
  "a bucket": async () => {
    const root = await emptyDataDir();
    const { env, port, close } = await startBucket(root);
    const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
    const client = new S3Client({
      endpoint: `http://127.0.0.1:${port}`,
      forcePathStyle: true,
      region: "us-east-1",
      credentials,
    });
    const put = async (Key: string, Body: Buffer) => {
      await client.send(new PutObjectCommand({ Bucket: "visa-documents", Key, Body }));
    };
    return { env, root, put, fileOf: (key: string) => join(root, "visa-documents", `${key}._S3rver_object`), close };
  },
};

describe.each(["a folder", "a bucket"] as const)("files stored in %s", (kind) => {
  let storage: Awaited<ReturnType<(typeof storages)[typeof kind]>>;
  let app: AppServer;
  let desk: HttpClient;
  let owner: HttpClient;
  let application: string;
  beforeAll(async () => {
    storage = await storages[kind]();
    app = await startApp({ TRUST_PROXY: "yes", ...storage.env });
    desk = new HttpClient(app);
    await desk.post("/admin/login", admin);
    owner = new HttpClient(app);
    application = await owner.start("owner@mail.example", { service: await serviceId(app, "bahamian-evisa") });
  });
  afterAll(async () => {
    await app?.stop();
    await storage?.close();
  });
  const pathOf = async (id: string) => {
    const [row] = await app.query<{ key: string }>("select storage_key as key from documents where id = $1", [id]);
    return storage.fileOf(row?.key ?? "");
  };

  test("[V-ENC-3] uploads of applicants and inquirers are encrypted at rest in every file, and can be read whole and in ranges", async () => {
    const [file, otherFile] = [wholePdf(3_000_000), wholePdf(200_000)];
    const id = await send(owner, application, file);
    const client = new HttpClient(app);
    const ahead = await upload(client, "letter.pdf", otherFile);
    expect(holdersOf(storage.root, [file, otherFile])).toEqual([]);
    const fields = { ...inquirer, email: "files@mail.example" };
    expect((await sendInquiry(client, fields, [ahead.id])).ok).toBe(true);
    expect(await inquiriesOf(app, fields.email)).toHaveLength(1);
    expect((await read(desk, ahead.id)).bytes.equals(otherFile)).toBe(true);
    const whole = await read(owner, id);
    expect(whole.bytes.equals(file)).toBe(true);
    const etag = whole.headers.get("etag") ?? "";
    for (const [range, start, end] of [
      ["bytes=0-0", 0, 0],
      ["bytes=-1", 2_999_999, 2_999_999],
      ["bytes=65535-65536", 65_535, 65_536],
      ["bytes=60000-2100000", 60_000, 2_100_000],
      ["bytes=2949120-", 2_949_120, 2_999_999],
    ] as const) {
      const part = await read(owner, id, { range, "if-range": etag });
      expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes ${start}-${end}/3000000`]);
      expect(part.bytes.equals(file.subarray(start, end + 1)), range).toBe(true);
    }
    expect((await read(owner, id, { range: "bytes=0-9", "if-range": '"another"' })).bytes.equals(file)).toBe(true);
    const head = await owner.send(`/documents/${id}`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), head.headers.get("etag")]).toEqual([200, "3000000", etag]);
  });

  test("[V-ENC-6] an altered, truncated or swapped file gets 500 without a byte and is named in the log, and other files can be read", async () => {
    const bytes = wholePdf(3_000_000);
    const [changed, truncated, exchanged, good] = [
      await send(owner, application, bytes),
      await send(owner, application, bytes),
      await send(owner, application, bytes),
      await send(owner, application, bytes),
    ];
    const before = readFileSync(await pathOf(changed));
    const flipped = Buffer.from(before);
    flipped[2_500_000] = (flipped[2_500_000] ?? 0) ^ 4;
    writeFileSync(await pathOf(changed), flipped);
    writeFileSync(await pathOf(truncated), readFileSync(await pathOf(truncated)).subarray(0, 1_000_000));
    writeFileSync(await pathOf(exchanged), readFileSync(await pathOf(good)));
    for (const id of [changed, truncated, exchanged]) {
      for (const headers of [{}, { range: "bytes=100000-2600000" }]) {
        const answer = await read(owner, id, headers as Record<string, string>);
        expect(answer.status).toBe(500);
        expect(answer.bytes.toString()).toMatch(/^We can’t open this file/);
      }
      expect((await owner.send(`/documents/${id}`, { method: "HEAD" })).status).toBe(500);
      const lines = await until("it is logged", () => {
        const all = app.output().split("\n");
        const own = all.filter((line) => line.includes(id) && line.includes('"level":50'));
        return own.length > 0 ? own : undefined;
      });
      for (const line of lines)
        expect(JSON.parse(line)).toMatchObject({ documentId: id, msg: "a document can't be read" });
    }
    expect((await read(owner, truncated, { range: "bytes=-100" })).status).toBe(500);
    const followed = await owner.get(`/documents/${changed}`, { accept: "text/html" });
    expect(followed.status).toBe(500);
    screenOf(await followed.text()).getByRole("heading", { name: "This file can’t be read", level: 1 });
    expect((await read(owner, good)).bytes.equals(bytes)).toBe(true);
    expect((await owner.get(`/apply/${application}/documents`)).status).toBe(200);
    writeFileSync(await pathOf(changed), before);
    expect((await read(owner, changed)).bytes.equals(bytes)).toBe(true);
  });
});

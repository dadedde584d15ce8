import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = mkdtempSync(join(process.env.DATA_DIR ?? tmpdir(), "lucaya-bodies-"));
process.env.DATA_DIR = folder;
const read = await import("./multipart.server");
const spool = await import("./spool.server");
const { Refused } = await import("./refusal");

beforeAll(() => spool.prepareSpool());
afterAll(() => rmSync(folder, { recursive: true }));

const weight = { maxSize: 20 * 1024 * 1024, message: "too large", files: true };
async function* inChunks(body: Buffer, size: number) {
  for (let index = 0; index < body.length; index += size) yield body.subarray(index, index + size);
}
const spooled = () =>
  readdirSync(join(folder, "spool"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

test("[V-ATK-2] a form is read as sent, in order, in chunks of any size", async () => {
  const files = [0, 10, 64 * 1024, 64 * 1024 + 1, 700_000].map((size, index) => {
    return new File([Buffer.alloc(size, index)], `a "${index}" 長崎.pdf`, { type: "application/pdf" });
  });
  const form = new FormData();
  for (const [index, file] of files.entries()) {
    form.append(`field "${index}"`, "Nadège\r\n& more\r\n--z");
    form.append("files", file);
  }
  const sent = new Response(form);
  const boundary = /boundary=(.*)/.exec(sent.headers.get("content-type") ?? "")?.[1] ?? "";
  const body = Buffer.from(await sent.arrayBuffer());
  for (const size of [1_000, 4_099, 65_536, body.length]) {
    const spooledFiles = new spool.SpooledFiles("somebody");
    const found = await read.readParts(inChunks(body, size), boundary, weight, spooledFiles);
    expect([...found.keys()]).toEqual([...form.keys()]);
    for (const [index, file] of files.entries()) {
      expect(found.get(`field "${index}"`)).toBe("Nadège\r\n& more\r\n--z");
      const got = found.getAll("files")[index];
      if (!(got instanceof File)) throw new Error("no file");
      expect([got.name, got.type, got.size]).toEqual([file.name, file.type, file.size]);
      expect(Buffer.from(await got.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
    }
    expect(spooled().length, "the large ones are on the disk").toBeGreaterThanOrEqual(2);
    await spooledFiles.remove();
    expect(spooled()).toEqual([]);
  }
});

test("[F-FILE-1] a file has no name → it is still a file, and an empty file input gives an empty one", async () => {
  const form = new FormData();
  form.append("text", "plain");
  form.append("file", new File(["%PDF-1.7"], "", { type: "application/pdf" }));
  form.append("none", new File([], ""));
  const sent = new Response(form);
  const boundary = /boundary=(.*)/.exec(sent.headers.get("content-type") ?? "")?.[1] ?? "";
  const spooled = new spool.SpooledFiles("somebody");
  const body = Buffer.from(await sent.arrayBuffer());
  const found = await read.readParts(inChunks(body, 1_000), boundary, weight, spooled);
  expect(found.get("text")).toBe("plain");
  expect(
    [found.get("file"), found.get("none")].map((value) => value instanceof File && [value.name, value.size]),
  ).toEqual([
    ["", 8],
    ["", 0],
  ]);
  await spooled.remove();
});

test("[V-ATK-2] reading any body ends with a form or a refusal and leaves nothing behind", async () => {
  const part = fc.constantFrom(
    ...'--z\r\n|--z--|\r\n|\r\n\r\n|--|z|Content-Disposition: form-data|; name="a"|; filename="b"|Content-Type: x/y|:|é|--z\r\nContent-Disposition: form-data; name="f"; filename="g"\r\n\r\n'.split(
      "|",
    ),
    "x".repeat(70_000),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 70_000 }), async (parts, size) => {
      const spoolFiles = new spool.SpooledFiles("somebody");
      const outcome = await read
        .readParts(inChunks(Buffer.from(parts.join("")), Math.max(size, 50)), "z", weight, spoolFiles)
        .catch((error) => error);
      await spoolFiles.remove();
      expect(outcome instanceof FormData || outcome instanceof Refused).toBe(true);
      expect(spooled()).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

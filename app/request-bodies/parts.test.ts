import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";

const folder = mkdtempSync(join(process.env.DATA_DIR ?? tmpdir(), "lucaya-parts-"));
vi.stubEnv("DATA_DIR", folder);
const { readParts } = await import("./multipart.server");
const { prepareSpool, SpooledFiles } = await import("./spool.server");
const { Refused } = await import("./refusal");
prepareSpool();
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const kibibyte = 1024;
const mebibyte = kibibyte * kibibyte;
const weight = { maxSize: 2 * mebibyte, message: "This is larger than 2 MB", files: true };
const field = (name: string, value = "") => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (fileName: string, content = "x", name = "file") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n${content}\r\n`;
const end = "--b--\r\n";

const requests: InstanceType<typeof SpooledFiles>[] = [];
/** The files of one more request, which is answered when the test ends. */
function filesOf(owner: string) {
  const files = new SpooledFiles(owner);
  requests.push(files);
  return files;
}
afterEach(async () => {
  for (const files of requests.splice(0)) await files.remove();
});
let bytesRead = 0;
async function* coming(body: string, size: number) {
  const bytes = Buffer.from(body);
  for (bytesRead = 0; bytesRead < bytes.length; bytesRead += size) yield bytes.subarray(bytesRead, bytesRead + size);
}
function read(parts: string[], limits = weight) {
  return readParts(coming(`${parts.join("")}${end}`, 64 * kibibyte), "b", limits, filesOf("somebody"));
}
const refusalOf = (reading: Promise<unknown>) =>
  reading.then(
    () => "nothing",
    (error) => (error instanceof Refused ? error.refusal.title : error),
  );
const tooMany = "That’s more than this form accepts";
const tooLarge = "That’s too much to send at once";
const unreadable = "We couldn’t read what you sent";

describe("[V-ATK-2] a form with files", () => {
  test("a form has at most 2,000 fields, or as many as its page declares", async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, index) => field(`f${index}`));
    expect([...(await read(fields(2_000)))]).toHaveLength(2_000);
    expect(await refusalOf(read(fields(2_001)))).toBe(tooMany);
    expect([...(await read(fields(2), { ...weight, fields: 2 } as typeof weight))]).toHaveLength(2);
    expect(await refusalOf(read(fields(3), { ...weight, fields: 2 } as typeof weight))).toBe(tooMany);
  });

  test("a form has at most 200 files, and none if its page declares none", async () => {
    const files = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}.pdf`));
    expect([...(await read(files(200)))]).toHaveLength(200);
    expect(await refusalOf(read(files(201)))).toBe(tooMany);
    expect(await refusalOf(read(files(1), { ...weight, files: false }))).toBe("This form doesn’t accept files");
  });

  test("names of fields and files have at most 200 characters", async () => {
    const long = "n".repeat(200);
    expect((await read([field("é".repeat(200), "a"), file("a.pdf", "x", long)])).has(long)).toBe(true);
    expect(await refusalOf(read([field(`${long}n`)]))).toBe(tooMany);
    expect(await refusalOf(read([file("a.pdf", "x", `${long}n`)]))).toBe(tooMany);
  });

  test("names and values together have at most 256 KB", async () => {
    const half = 128 * kibibyte;
    const halves = (second: number) => [field("a", "v".repeat(half - 1)), field("b", "v".repeat(second))];
    expect([...(await read(halves(half - 1)))]).toHaveLength(2);
    expect(await refusalOf(read(halves(half)))).toBe(tooLarge);
    const words = await read([field("a", "v".repeat(300 * kibibyte))]).catch((error) => error.refusal.text);
    expect(words).toBe("What you typed is larger than 256 KB, so it wasn’t saved. Please make it smaller.");
  });

  test("a form over its byte limit is not read any further", async () => {
    const [fits, over] = ["a".repeat(mebibyte), "a".repeat(3 * mebibyte)];
    expect((await read([file("a.pdf", fits)])).get("file")).toMatchObject({ size: mebibyte });
    const words = await read([file("a.pdf", over)]).catch((error) => error.refusal.text);
    expect(words).toContain("This is larger than 2 MB");
    expect(bytesRead).toBeLessThanOrEqual(2 * mebibyte);
  });

  test("an incomplete form, or a part without a name, is refused", async () => {
    const broken = [field("a").slice(0, -2), file("a.pdf").slice(0, -2), "", "--b\r\nX: y", "no form at all"];
    for (const body of broken)
      expect(await refusalOf(readParts(coming(body, 7), "b", weight, filesOf("somebody"))), body).toBe(unreadable);
    expect(await refusalOf(read(["--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n"]))).toBe(unreadable);
  });

  test("names and file names are decoded from the browser's escaping", async () => {
    const form = await read([
      field("a%22b%0D%0Ac%20", "one"),
      file("C:\\scans\\%22a%22.pdf", "", "up"),
      file("", "nothing chosen"),
    ]);
    expect(form.get('a"b\r\nc%20')).toBe("one");
    expect([form.get("up"), form.get("file")]).toEqual([expect.any(File), expect.any(File)]);
    expect((form.get("up") as File).name).toBe('C:\\scans\\"a".pdf');
  });
});

describe("[V-ATK-6] uploaded files", () => {
  const onDisk = () => readdirSync(join(folder, "spool", `${hostname()}-${process.pid}`)).length;
  const store = (files: InstanceType<typeof SpooledFiles>, ...sizes: number[]) =>
    files.take(Readable.from(sizes.map((size) => Buffer.alloc(size, 7))), "a.pdf", "application/pdf");

  test("files stay in memory up to 64 KB each and 512 KB together", async () => {
    const files = filesOf("one");
    for (let index = 0; index < 8; index++) await store(files, 64 * kibibyte);
    expect(onDisk()).toBe(0);
    await store(files, 1);
    expect(onDisk(), "the memory is full").toBe(1);
    await files.remove();
    expect(onDisk()).toBe(0);
    const otherFiles = filesOf("one");
    const found = await store(otherFiles, 60 * kibibyte, 4 * kibibyte, 1);
    expect([onDisk(), found.size, found.name, found.type]).toEqual([1, 64 * kibibyte + 1, "a.pdf", "application/pdf"]);
    expect(Buffer.from(await found.arrayBuffer()).every((byte) => byte === 7)).toBe(true);
    await otherFiles.remove();
  });

  test("an IP's files have 64 MB together, which are freed when its requests are answered", async () => {
    const [first, second, otherFiles] = [filesOf("one"), filesOf("one"), filesOf("other")];
    await store(first, 40 * mebibyte, 24 * mebibyte - 1);
    await store(second, 1);
    await expect(store(second, 1)).rejects.toMatchObject({ refusal: { status: 503, retryAfter: 30 } });
    expect((await store(otherFiles, 1)).size).toBe(1);
    await second.remove();
    await store(second, 1);
    for (const files of [first, second, otherFiles]) await files.remove();
    expect((await store(second, 64 * kibibyte)).size).toBe(64 * kibibyte);
    await second.remove();
  });

  test("files of dead processes are deleted at the start, and those of running ones stay", () => {
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
    const made = (name: string, age = 0) => {
      const path = join(folder, "spool", name);
      mkdirSync(join(path, "inside"), { recursive: true });
      utimesSync(path, hours(age), hours(age));
      return path;
    };
    const removed = [
      made(`${hostname()}-4194305`),
      made(`${hostname()}-${process.pid}`),
      made("elsewhere-7", 24.1),
      made(`${hostname()}-x`, 25),
    ];
    const stay = [made(`${hostname()}-${process.ppid}`), made("elsewhere-8", 23.9), made(`${hostname()}-y`)];
    prepareSpool();
    expect(removed.map((path) => existsSync(join(path, "inside")))).toEqual([false, false, false, false]);
    expect(stay.map((path) => existsSync(join(path, "inside")))).toEqual([true, true, true]);
    expect(existsSync(removed[1] ?? ""), "its own folder is made again").toBe(true);
  });
});

import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, test, vi } from "vitest";

const folder = mkdtempSync(join(process.env.DATA_DIR ?? tmpdir(), "lucaya-forms-"));
vi.stubEnv("DATA_DIR", folder);
const { openBody, readForm, readText, refuseBody, rememberPairs, readTextFields } = await import("./read-form.server");
const { mayBringFile, requireFormLimit, requireWithinLimit } = await import("./form-limits.server");
const { prepareSpool } = await import("./spool.server");
const { busy } = await import("./refusal");
prepareSpool();
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A request as the shell announces it. */
function arriving(path: string, type: string, body: string | Buffer, length?: number) {
  const incoming = Object.assign(Readable.from([Buffer.from(body)]), {
    headers: length === undefined ? {} : { "content-length": String(length) },
  }) as unknown as IncomingMessage;
  const request = new Request(`http://lucaya.test${path}`, { headers: { "content-type": type } });
  return { request, incoming, ...openBody(request, incoming, "somebody") };
}
const urlencoded = "application/x-www-form-urlencoded";
const withFile = (size: number) =>
  Buffer.from(
    [
      "--b",
      'Content-Disposition: form-data; name="note"\r\n\r\nmine',
      "--b",
      `Content-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${"f".repeat(size)}`,
      "--b--\r\n",
    ].join("\r\n"),
  );
const multipart = "multipart/form-data; boundary=b";
const spooled = () =>
  readdirSync(join(folder, "spool"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
/** What the visitor is told; the reading itself never comes back. */
const refusalOf = (arrived: { refused: Promise<unknown> }, reading: Promise<unknown>) =>
  Promise.race([arrived.refused, reading.then((read) => ({ read }))]);

describe("reading a form", () => {
  test("a form is read once, however often it is requested", async () => {
    const { request } = arriving("/contact", urlencoded, "name=Ana&name=Bo");
    const form = await readForm(request);
    expect([...form]).toEqual([
      ["name", "Ana"],
      ["name", "Bo"],
    ]);
    expect(await readForm(request)).toBe(form);
    expect(await readTextFields(request)).toEqual([...form]);
  });

  test("a form that the HTTP layer has read is not read again", async () => {
    const { request, incoming } = arriving("/apply/1/save", urlencoded, "a=of+the+body");
    rememberPairs(incoming, Promise.resolve(new URLSearchParams({ a: "read early" })));
    expect((await readForm(request)).get("a")).toBe("read early");
  });

  test("a form's file stays on disk until its request is answered", async () => {
    const { request, close } = arriving("/contact", multipart, withFile(100_000));
    const form = await readForm(request);
    expect(form.get("note")).toBe("mine");
    expect(form.get("file")).toBeInstanceOf(File);
    expect(await readTextFields(request), "a file is nothing typed").toEqual([["note", "mine"]]);
    expect(spooled()).toHaveLength(1);
    await close();
    expect(spooled()).toEqual([]);
    expect(existsSync(join(folder, "spool"))).toBe(true);
  });

  test("a form that no route declared is a programming error", async () => {
    await expect(readForm(new Request("http://lucaya.test/contact"))).rejects.toThrow("was not announced");
  });
});

describe("a refused form, which never reaches its action", () => {
  test("[V-ATK-1] a form with an unreadable type is refused", async () => {
    const arrived = arriving("/contact", "multipart/form-data; boundary=a, b", "a=1");
    expect(await refusalOf(arrived, readForm(arrived.request))).toMatchObject({ status: 400 });
    expect(await readTextFields(arrived.request)).toEqual([]);
  });

  test.each([readForm, readText])(
    "[F-SAFE-14, F-RUN-7] a form whose connection broke is refused (%o)",
    async (read) => {
      const arrived = arriving("/contact", urlencoded, "");
      arrived.incoming.on("error", () => undefined).destroy(new Error("reset by peer"));
      expect(await refusalOf(arrived, read(arrived.request))).toMatchObject({ status: 400 });
    },
  );

  test("a form with a file where none is declared is refused", async () => {
    const arrived = arriving("/admin/login", multipart, withFile(10));
    expect(await refusalOf(arrived, readForm(arrived.request))).toMatchObject({
      title: "This form doesn’t accept files",
    });
  });

  test("a form whose Content-Length is too large is refused without being read", async () => {
    const allowed = arriving("/admin/login", urlencoded, "a=1", 256 * 1024);
    expect((await readForm(allowed.request)).get("a")).toBe("1");
    const arrived = arriving("/admin/login", urlencoded, "a=1", 256 * 1024 + 1);
    expect(await refusalOf(arrived, readForm(arrived.request))).toMatchObject({ status: 413 });
    expect([arrived.incoming.readableFlowing, arrived.incoming.readableDidRead]).toEqual([null, false]);
  });

  test("a form larger than its page allows is refused", async () => {
    const limits = { maxSize: 10, message: "This is longer than ten bytes" };
    const fits = arriving("/contact", urlencoded, "note=12345");
    expect((await readForm(fits.request, limits)).get("note")).toBe("12345");
    const arrived = arriving("/contact", urlencoded, "note=123456");
    expect(await refusalOf(arrived, readForm(arrived.request, limits))).toMatchObject({
      text: expect.stringContaining("longer than ten bytes"),
    });
  });

  test("a refusal of a single-fetch request has the router's format", async () => {
    const { request } = arriving("/contact.data", urlencoded, "");
    const { title, text } = busy;
    await expect(refuseBody(request, busy)).rejects.toMatchObject({
      data: { title, text },
      init: { status: 503, headers: { "Retry-After": "30" } },
    });
    const { retryAfter: _, ...without } = busy;
    await expect(refuseBody(request, without)).rejects.toMatchObject({ init: { headers: {} } });
  });
});

describe("a body that is no form", () => {
  test("a text body has at most 256 KB", async () => {
    const { request } = arriving("/functions/x", "application/json", '{"name":"Nadège"}');
    expect(await readText(request)).toBe('{"name":"Nadège"}');
    const long = arriving("/functions/x", "application/json", "1", 256 * 1024 + 1);
    expect(await refusalOf(long, readText(long.request))).toMatchObject({ status: 413 });
    const lying = arriving("/functions/x", "application/json", "1".repeat(256 * 1024 + 1), 1);
    expect(await refusalOf(lying, readText(lying.request))).toMatchObject({ status: 413 });
  });
});

describe("[V-ATK-4] forms without another limit", () => {
  test("an IP can send 120 a minute, of each kind", async () => {
    const send = (kind: string, address = "203.0.113.9") => {
      const arrived = arriving("/contact", urlencoded, "a=1");
      return refusalOf(arrived, requireFormLimit(arrived.request, address, kind));
    };
    for (let index = 0; index < 120; index++) expect(await send("notes")).toEqual({ read: undefined });
    expect(await send("notes")).toEqual({
      status: 429,
      title: "Too many requests from your network",
      text: "Too many forms have been sent from your network. Please try again in a minute.",
      retryAfter: expect.toSatisfy((seconds: number) => seconds > 50 && seconds <= 60),
    });
    expect(await send("others")).toEqual({ read: undefined });
    expect(await send("notes", "203.0.113.10")).toEqual({ read: undefined });
  });

  test("a limit refuses with its own message", async () => {
    const arrived = arriving("/contact", urlencoded, "a=1");
    const limitResult = { allowed: false, count: 3, retryAfterSeconds: 40 };
    const reading = requireWithinLimit(arrived.request, limitResult, "Wait.");
    expect(await refusalOf(arrived, reading)).toMatchObject({ status: 429, text: "Wait.", retryAfter: 40 });
    expect(await requireWithinLimit(arrived.request, { ...limitResult, allowed: true }, "Wait.")).toBeUndefined();
  });

  test.each([
    [undefined, true],
    ["16383", false],
    ["16384", true],
  ])("with a length of %s a form can contain a file: %s", (length, may) => {
    const headers: HeadersInit = length ? { "content-length": length } : {};
    expect(mayBringFile(new Request("http://lucaya.test/", { headers }))).toBe(may);
  });
});

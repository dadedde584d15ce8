import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { Refused } from "./refusal";
import { readBytes, readPairs } from "./urlencoded.server";

/** A body as it comes from the network, in these pieces. */
const incoming = (...chunks: (string | Buffer)[]) =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk))) as unknown as IncomingMessage;
const limits = { maxSize: 100, message: "This is larger than 100 bytes" };
const refusalOf = (reading: Promise<unknown>) =>
  reading.then(
    () => undefined,
    (error) => (error instanceof Refused ? error.refusal : String(error)),
  );

describe("the bytes of a body", () => {
  test("the bytes are read as sent, in chunks of any size", async () => {
    expect((await readBytes(incoming("one", " and ", "two"), limits)).toString()).toBe("one and two");
    expect((await readBytes(incoming("one"), limits)).toString()).toBe("one");
    expect((await readBytes(incoming(), limits)).length).toBe(0);
  });

  test("bytes are accepted up to the limit, and one byte beyond it is refused without reading on", async () => {
    expect((await readBytes(incoming("a".repeat(60), "a".repeat(40)), limits)).length).toBe(100);
    const body = incoming("a".repeat(60), "a".repeat(41), "never read");
    expect(await refusalOf(readBytes(body, limits))).toEqual({
      status: 413,
      title: "That’s too much to send at once",
      text: "This is larger than 100 bytes, so it wasn’t saved. Please make it smaller.",
    });
    expect(body.isPaused()).toBe(true);
    for (const event of ["data", "end", "error", "close"]) expect(body.listenerCount(event), event).toBe(0);
  });

  test("a limit's own advice replaces the usual one", async () => {
    const reading = readBytes(incoming("a".repeat(101)), { ...limits, advice: "Please leave out a page." });
    expect(await refusalOf(reading)).toMatchObject({
      text: expect.stringMatching(/saved\. Please leave out a page\.$/),
    });
  });

  test("a body whose connection broke fails with the connection's error", async () => {
    const broken = new Readable({ read: () => undefined }) as unknown as IncomingMessage;
    const reading = readBytes(broken, limits);
    broken.push("half");
    broken.destroy(new Error("reset by peer"));
    await expect(reading).rejects.toThrow("reset by peer");
    await expect(readBytes(broken, limits), "asked for once more").rejects.toThrow("reset by peer");
    const closed = new Readable({ read: () => undefined }) as unknown as IncomingMessage;
    closed.destroy();
    await expect(readBytes(closed, limits)).rejects.toThrow("broke off");
  });

  test("a body that was already read is empty and isn't waited for", async () => {
    const body = incoming("one");
    await readBytes(body, limits);
    expect((await readBytes(body, limits)).length).toBe(0);
  });

  test("no listeners remain once the body was read", async () => {
    const body = incoming("one");
    await readBytes(body, limits);
    for (const event of ["data", "error"]) expect(body.listenerCount(event), event).toBe(0);
  });
});

describe("[V-ATK-3] the pairs of a form", () => {
  const wide = { maxSize: 1024 * 1024, message: "This is too large" };
  const pairs = async (...chunks: string[]) => [...(await readPairs(incoming(...chunks), wide))];
  const tooMany = { status: 413, title: "That’s more than this form accepts" };

  test("pairs are decoded as browsers encode them", async () => {
    expect(await pairs("name=Ana+Bowe&note=a%26b%3Dc&empty=&alone", "&n%C3%A9=%E2%9C%93")).toEqual([
      ["name", "Ana Bowe"],
      ["note", "a&b=c"],
      ["empty", ""],
      ["alone", ""],
      ["né", "✓"],
    ]);
    expect(await pairs("name=Nadège"), "UTF-8 that nobody encoded").toEqual([["name", "Nadège"]]);
  });

  test("a form has at most 2,000 pairs, counted while they arrive", async () => {
    expect(await pairs("a&".repeat(1_999), "a")).toHaveLength(2_000);
    const more = incoming("a&".repeat(1_000), "a&".repeat(1_000), "never read");
    expect(await refusalOf(readPairs(more, wide))).toMatchObject(tooMany);
  });

  test("a form can allow fewer, and its refusal has that form's message", async () => {
    const two = { ...wide, fields: 2 };
    expect([...(await readPairs(incoming("a=1&b=2"), two))]).toHaveLength(2);
    expect(await refusalOf(readPairs(incoming("a=1&b=2&c=3"), two))).toMatchObject({
      text: expect.stringContaining("This is too large"),
    });
  });

  test.each([
    ["of 200 letters", "n".repeat(200), true],
    ["of 201 letters", "n".repeat(201), false],
    ["of 200 letters that are encoded", "%C3%A9".repeat(200), true],
    ["of 201 letters that are encoded", "%C3%A9".repeat(201), false],
    ["of 200 signs of four bytes", "%F0%9F%8F%9D".repeat(200), true],
    ["of 201 signs of four bytes", "%F0%9F%8F%9D".repeat(201), false],
    ["of 200 letters in plain UTF-8", "é".repeat(200), true],
    ["of 201 letters in plain UTF-8", "é".repeat(201), false],
  ])("a name may be %s: %s", async (_, name, allowed) => {
    for (const form of [`${name}=value`, name, `first=1&${name}=value`]) {
      const refused = await refusalOf(readPairs(incoming(form), wide));
      if (allowed) expect(refused).toBeUndefined();
      else expect(refused).toMatchObject(tooMany);
    }
  });

  test("a long value is accepted, unlike a long name", async () => {
    expect(await refusalOf(readPairs(incoming(`a=${"b".repeat(5_000)}&c=${"=".repeat(300)}`), wide))).toBeUndefined();
  });
});

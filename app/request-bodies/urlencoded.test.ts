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
  test("are those that were sent, in whatever pieces they come", async () => {
    expect((await readBytes(incoming("one", " and ", "two"), limits)).toString()).toBe("one and two");
    expect((await readBytes(incoming("one"), limits)).toString()).toBe("one");
    expect((await readBytes(incoming(), limits)).length).toBe(0);
  });

  test("are taken up to the limit, and refused one byte beyond it, without reading on", async () => {
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

  test("advice of the limit takes the place of the usual one", async () => {
    const reading = readBytes(incoming("a".repeat(101)), { ...limits, advice: "Please leave out a page." });
    expect(await refusalOf(reading)).toMatchObject({
      text: expect.stringMatching(/saved\. Please leave out a page\.$/),
    });
  });

  test("of a body that broke off are none: it fails with the error of the connection", async () => {
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

  test("of a body that was read to its end already are none, and nobody waits for them", async () => {
    const body = incoming("one");
    await readBytes(body, limits);
    expect((await readBytes(body, limits)).length).toBe(0);
  });

  test("leave nobody listening once they were read", async () => {
    const body = incoming("one");
    await readBytes(body, limits);
    for (const event of ["data", "error"]) expect(body.listenerCount(event), event).toBe(0);
  });
});

describe("[V-ATK-3] the pairs of a form", () => {
  const wide = { maxSize: 1024 * 1024, message: "This is too large" };
  const pairs = async (...chunks: string[]) => [...(await readPairs(incoming(...chunks), wide))];
  const tooMany = { status: 413, title: "That’s more than this form accepts" };

  test("are read as browsers write them", async () => {
    expect(await pairs("name=Ana+Bowe&note=a%26b%3Dc&empty=&alone", "&n%C3%A9=%E2%9C%93")).toEqual([
      ["name", "Ana Bowe"],
      ["note", "a&b=c"],
      ["empty", ""],
      ["alone", ""],
      ["né", "✓"],
    ]);
    expect(await pairs("name=Nadège"), "UTF-8 that nobody encoded").toEqual([["name", "Nadège"]]);
  });

  test("are 2,000 at most, counted while they arrive", async () => {
    expect(await pairs("a&".repeat(1_999), "a")).toHaveLength(2_000);
    const more = incoming("a&".repeat(1_000), "a&".repeat(1_000), "never read");
    expect(await refusalOf(readPairs(more, wide))).toMatchObject(tooMany);
  });

  test("are fewer where the form says so, and the refusal has the words of that form", async () => {
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
  ])("may have a name %s: %s", async (_, name, allowed) => {
    for (const form of [`${name}=value`, name, `first=1&${name}=value`]) {
      const refused = await refusalOf(readPairs(incoming(form), wide));
      if (allowed) expect(refused).toBeUndefined();
      else expect(refused).toMatchObject(tooMany);
    }
  });

  test("may have a long value: that is no name", async () => {
    expect(await refusalOf(readPairs(incoming(`a=${"b".repeat(5_000)}&c=${"=".repeat(300)}`), wide))).toBeUndefined();
  });
});

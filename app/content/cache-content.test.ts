import { afterEach, expect, test } from "vitest";
import { cacheContent, cachedContent } from "./cache-content.server";

afterEach(cachedContent.lost);

function counter(read: (skip: () => void) => Promise<void> = async () => undefined) {
  let reads = 0;
  return cacheContent(async (skip) => {
    reads++;
    await read(skip);
    return reads;
  });
}

test("concurrent reads share one query, and the content is cached until it changes", async () => {
  cachedContent.listening();
  const read = counter();
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  cachedContent.changed();
  expect([await read(), await read()]).toEqual([2, 2]);
});

test("content is read each time while change notifications are unavailable", async () => {
  const read = counter();
  expect([await read(), await read()]).toEqual([1, 2]);
});

test("[P-SHELL-23] what was cached is read again as soon as change notifications are lost", async () => {
  cachedContent.listening();
  const read = counter();
  expect([await read(), await read()]).toEqual([1, 1]);
  cachedContent.lost();
  expect([await read(), await read()]).toEqual([2, 3]);
});

test("a read during which the content changes is not cached", async () => {
  cachedContent.listening();
  const read = counter();
  const before = read();
  cachedContent.changed();
  expect([await before, await read(), await read()]).toEqual([1, 2, 2]);
});

test("a failed read and one that contains a default are not cached", async () => {
  cachedContent.listening();
  const failing = counter(() => Promise.reject(new Error("away")));
  await expect(failing()).rejects.toThrow("away");
  await expect(failing()).rejects.toThrow("away");
  const partial = counter(async (skip) => skip());
  const first = await partial();
  expect([first, await partial()]).toEqual([1, 2]);
});

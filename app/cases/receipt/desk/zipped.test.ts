import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { expect, test, vi } from "vitest";
import { log } from "~/log.server";
import { addFile, zipped } from "./zipped.server";

const facts = { failure: "it could not be written" };
const named = { name: "a.pdf", mtime: new Date() };
/** Bytes without an end. */
const endless = () =>
  Readable.from(
    (async function* () {
      for (;;) yield Buffer.alloc(64_000);
    })(),
  );

test("a file that fails while it is read ends the ZIP without crashing the process", async () => {
  const errors = vi.spyOn(log, "error").mockReturnValue(undefined);
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from("the beginning");
      throw new Error("The disk is gone");
    })(),
  );
  const zip = zipped((to, left) => addFile(to, broken, named, left), facts);
  await expect(buffer(zip)).rejects.toThrow(/premature|aborted/i);
  expect(errors).toHaveBeenCalledTimes(1);
  expect(errors).toHaveBeenCalledWith({ err: expect.objectContaining({ message: "The disk is gone" }) }, facts.failure);
});

test("aborting closes the file being read and one that is being opened", async () => {
  const errors = vi.spyOn(log, "error");
  const read = endless();
  const zip = zipped((to, left) => addFile(to, read, named, left), facts);
  for await (const _ of zip) break;
  await finished(read).catch(() => undefined);
  expect(read.destroyed).toBe(true);

  const opened = endless();
  const verified = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const second = zipped(async (to, left) => {
    to.addBuffer(Buffer.from("a list"), "list.txt");
    await verified.promise;
    await addFile(to, opened, named, left).finally(written.resolve);
  }, facts);
  for await (const _ of second) break;
  // The signal comes once the ZIP's own stream has ended.
  await new Promise(setImmediate);
  verified.resolve();
  await written.promise;
  expect(opened.destroyed).toBe(true);
  expect(errors).not.toHaveBeenCalled();
});

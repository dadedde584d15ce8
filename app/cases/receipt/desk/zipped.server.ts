import { PassThrough, type Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { log } from "~/log.server";

declare module "yazl" {
  /** Missing in the package's types. */
  interface ZipFile {
    end(options: undefined, onSize: (size: number) => void): void;
    addReadStreamLazy(
      name: string,
      options: Partial<ReadStreamOptions>,
      open: (give: (err: unknown, opened?: Readable) => void) => void,
    ): void;
  }
}

/** Logged if the ZIP can't be completed. */
type OfFailure = { failure: string } & Record<string, string>;

/**
 * Streams a ZIP that `write` fills. A reader that leaves or an error ends it; `left` tells `write`. Errors are logged.
 */
export function zipped(
  write: (zip: ZipFile, left: AbortSignal) => Promise<void>,
  { failure, ...facts }: OfFailure,
): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const left = new AbortController();
  const failed = (err: unknown) => {
    if (!out.destroyed) log.error({ err, ...facts }, failure);
    out.destroy();
  };
  // Errors are reported by the read itself; without a listener here they would end the process.
  zip.on("error", failed);
  pipeline(zip.outputStream, out)
    .catch(() => undefined)
    .finally(() => left.abort());
  write(zip, left.signal).catch((err: unknown) => {
    if (!left.signal.aborted) failed(err);
  });
  return out;
}

type Entry =
  | { name: string; bytes: Buffer }
  | { name: string; mtime: Date; size: number; open: () => Promise<Readable> };

/**
 * Streams a ZIP of entries with known sizes, and returns its total size, which browsers need to show a download's
 * progress. Stores without compression, with one open file at a time.
 */
export async function sizedZip(
  entries: readonly Entry[],
  facts: OfFailure,
): Promise<{ size: number; stream: Readable }> {
  const size = Promise.withResolvers<number>();
  const stream = zipped(async (zip, left) => {
    for (const entry of entries) {
      if ("bytes" in entry) zip.addBuffer(entry.bytes, entry.name, { compress: false });
      else {
        const { name, mtime, size, open } = entry;
        zip.addReadStreamLazy(name, { compress: false, mtime, size }, (give) => {
          openUnless(left, open).then(
            (opened) => give(null, opened),
            (err: unknown) => give(err),
          );
        });
      }
    }
    zip.end(undefined, size.resolve);
  }, facts);
  return { size: await size.promise, stream };
}

/** Opens a file, and closes it when `left` aborts. */
async function openUnless(left: AbortSignal, open: () => Promise<Readable>): Promise<Readable> {
  left.throwIfAborted();
  const opened = await open();
  const close = () => opened.destroy();
  if (left.aborted) close();
  left.throwIfAborted();
  left.addEventListener("abort", close, { once: true });
  opened.once("close", () => left.removeEventListener("abort", close));
  return opened;
}

/** Adds an opened file and waits until it was read; closes it when `left` aborts. */
export async function addFile(
  zip: ZipFile,
  opened: Readable,
  { name, mtime }: { name: string; mtime: Date },
  left: AbortSignal,
): Promise<void> {
  const close = () => opened.destroy();
  // The reader may have left while the file was verified.
  if (left.aborted) close();
  left.throwIfAborted();
  left.addEventListener("abort", close, { once: true });
  // Uploads are mostly compressed formats already.
  zip.addReadStream(opened, name, { compress: false, mtime });
  await finished(opened).finally(() => left.removeEventListener("abort", close));
}

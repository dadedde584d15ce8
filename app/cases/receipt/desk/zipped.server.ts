import { PassThrough, type Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { log } from "~/log.server";

declare module "yazl" {
  /** What its types leave out. */
  interface ZipFile {
    end(options: undefined, told: (size: number) => void): void;
    addReadStreamLazy(
      name: string,
      options: Partial<ReadStreamOptions>,
      open: (give: (err: unknown, opened?: Readable) => void) => void,
    ): void;
  }
}

/** What is logged of a ZIP that can't be written to its end. */
type OfFailure = { failure: string } & Record<string, string>;

/**
 * A ZIP that `write` fills while it is read. Whoever leaves ends it, and `left` tells `write` so; so does a failure,
 * which is logged.
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
  // What fails while a file is read is told here alone; without a listener it would end the program.
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
 * A ZIP of entries whose sizes are known, with its own: a browser shows how far its download is only if it is told how
 * much there is (T-BYTES-5). Nothing is compressed, and one file is open at a time.
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

/** Opens a file, which is closed when `left` says that nobody reads. */
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

/** Writes an opened file and waits until all of it was read; it is closed when `left` says that nobody reads. */
export async function addFile(
  zip: ZipFile,
  opened: Readable,
  { name, mtime }: { name: string; mtime: Date },
  left: AbortSignal,
): Promise<void> {
  const close = () => opened.destroy();
  // Whoever reads may have left while the file was verified.
  if (left.aborted) close();
  left.throwIfAborted();
  left.addEventListener("abort", close, { once: true });
  // What people send is packed already.
  zip.addReadStream(opened, name, { compress: false, mtime });
  await finished(opened).finally(() => left.removeEventListener("abort", close));
}

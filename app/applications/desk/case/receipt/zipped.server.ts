import { PassThrough, type Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { log } from "~/log.server";

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

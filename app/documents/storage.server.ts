import { join } from "node:path";
import { Readable } from "node:stream";
import { Disk } from "flydrive";
import { config } from "~/config.server";
import { reportOutage, resolveOutage } from "~/core/outages.server";
import { StartError } from "~/db/embedded/binaries.server";
import { singleton } from "~/singleton.server";
import type { ByteRange } from "./byte-range";
import { PrivateFolder } from "./private-folder.server";
import { explainStorage, StorageError } from "./storage-error.server";

/** Folders and a file name of letters, digits, "-" and "_", then an extension: no path traversal. */
const keyForm = /^(?:[A-Za-z0-9][A-Za-z0-9_-]*\/)*[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{1,8}$/;

const storage = singleton<{ disk?: Promise<Opened> | undefined }>("storage", () => ({}));
const setting = config.STORAGE_URL ? "STORAGE_URL" : "DATA_DIR";
const outage = "Document storage";

/** Opens the storage and returns whether it responds. If not, the rest of the site works. */
export async function prepareStorage(): Promise<boolean> {
  try {
    await withDisk(({ driver }) => driver.probe());
    return true;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return false;
  }
}

/** `pieces` is called again for a retry. */
export type Contents = { size: number; pieces: () => AsyncIterable<Uint8Array> };

/**
 * Resolves when the bytes are on disk or acknowledged by the bucket. Throws a StorageError. A retry reads them again.
 */
export async function putDocument(key: string, source: Blob | Buffer | Contents, contentType: string): Promise<void> {
  const { size, pieces } = contentsOf(source);
  const write = () =>
    withDisk(({ files }) =>
      files.putStream(checked(key), Readable.from(pieces(), { objectMode: false }), {
        contentType,
        contentLength: size,
      }),
    );
  await write().catch((error: StorageError) => {
    if (!error.passing) throw error;
    return write();
  });
}

function contentsOf(source: Blob | Buffer | Contents): Contents {
  if ("pieces" in source) return source;
  const blob = source instanceof Blob ? source : new Blob([new Uint8Array(source)]);
  return { size: blob.size, pieces: () => chunksOf(blob) };
}

export async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value;
}

/** Opens the stored bytes; the caller must read or destroy the stream. Null if there are none. */
export function openDocument(key: string, range?: ByteRange): Promise<Readable | null> {
  return withDisk(({ driver }) => driver.open(checked(key), range));
}

/** The chunks of an opened document; a failure on the way is a StorageError. */
export async function* chunksOfStored(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    throw await explained(error);
  }
}

/** A missing document is no error. */
export async function removeDocument(key: string): Promise<void> {
  await withDisk(({ files }) => files.delete(checked(key)));
}

const maxListed = 100;

/** All keys in the storage, unfinished files too, folder by folder, by name ascending, at most 100 at a time. */
export async function* storedKeys(prefix = "/"): AsyncGenerator<string[]> {
  let page: string | undefined;
  do {
    const found = await withDisk(({ files }) => files.listAll(prefix, page ? { paginationToken: page } : {}));
    let keys: string[] = [];
    // A bucket lists by name, a local folder in any order.
    for (const object of [...found.objects].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (object.isDirectory) yield* storedKeys(object.prefix);
      else keys.push(object.key);
      if (keys.length < maxListed) continue;
      yield keys;
      keys = [];
    }
    if (keys.length > 0) yield keys;
    page = found.paginationToken;
  } while (page);
}

/** Time and size of a stored file; undefined if it is missing. */
export function storedFacts(key: string): Promise<{ since: Date; bytes: number } | undefined> {
  return withDisk(async ({ files }) => {
    if (!(await files.exists(key))) return undefined;
    const { lastModified, contentLength } = await files.getMetaData(key);
    return { since: lastModified, bytes: contentLength };
  });
}

/** Removes any key of `storedKeys`: an unfinished file's key is not valid for a document. */
export async function removeStored(key: string): Promise<void> {
  await withDisk(({ files }) => files.delete(key));
}

function checked(key: string): string {
  if (key.length > 200 || !keyForm.test(key)) throw new MalformedKey("A storage key is malformed");
  return key;
}

class MalformedKey extends TypeError {}

type Opened = Awaited<ReturnType<typeof openDisk>>;

/** Turns failures into a StorageError, which is logged and shown to staff. */
async function withDisk<Result>(act: (opened: Opened) => Promise<Result>): Promise<Result> {
  try {
    const result = await act(await disk());
    await resolveOutage(outage);
    return result;
  } catch (error) {
    if (error instanceof StartError || error instanceof MalformedKey) throw error;
    throw await explained(error);
  }
}

async function explained(error: unknown): Promise<StorageError> {
  const failure = explainStorage(error, setting);
  await reportOutage(outage, failure);
  return failure;
}

function disk() {
  storage.disk ??= openDisk().catch((error: unknown) => {
    storage.disk = undefined;
    throw error;
  });
  return storage.disk;
}

async function openDisk() {
  const driver = config.STORAGE_URL
    ? // The AWS SDK is large and only needed here.
      (await import("./bucket.server")).openBucket(new URL(config.STORAGE_URL))
    : new PrivateFolder(join(config.dataDir, "documents", "visa-documents"));
  if (driver instanceof PrivateFolder) await driver.probe();
  return { driver, files: new Disk(driver) };
}

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

/** Folders and a file name of letters, digits, "-" and "_", then an extension: nothing that leads out of the bucket. */
const keyForm = /^(?:[A-Za-z0-9][A-Za-z0-9_-]*\/)*[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{1,8}$/;

const storage = singleton<{ disk?: Promise<Opened> | undefined }>("storage", () => ({}));
const setting = config.STORAGE_URL ? "STORAGE_URL" : "DATA_DIR";
const trouble = "Document storage";

/**
 * Opens the storage, and tells whether it answers. A storage that does not answer is logged and shown to staff, and the
 * rest of the site works.
 */
export async function prepareStorage(): Promise<boolean> {
  try {
    await withDisk(({ driver }) => driver.probe());
    return true;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return false;
  }
}

/** What is written under a key: how many bytes, and the bytes, which a second try asks for anew. */
export type Contents = { size: number; pieces: () => AsyncIterable<Uint8Array> };

/**
 * Writes bytes as they are given; resolves when they are on the disk or acknowledged by the bucket. Throws a
 * StorageError. They go through in pieces, and are read anew for a second try.
 */
export async function putDocument(key: string, given: Blob | Buffer | Contents, contentType: string): Promise<void> {
  const { size, pieces } = contentsOf(given);
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

function contentsOf(given: Blob | Buffer | Contents): Contents {
  if ("pieces" in given) return given;
  const blob = given instanceof Blob ? given : new Blob([new Uint8Array(given)]);
  return { size: blob.size, pieces: () => chunksOf(blob) };
}

/** The bytes of a file one piece after the other. */
export async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
}

/** The stored bytes as a stream, to be read or destroyed by the caller; null when there are none. */
export function openDocument(key: string, range?: ByteRange): Promise<Readable | null> {
  return withDisk(({ driver }) => driver.open(checked(key), range));
}

/** What `openDocument` has opened, piece by piece; a failure on the way is a StorageError. */
export async function* chunksOfStored(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    throw await explained(error);
  }
}

/** Removes a document; one that is gone already is no error. */
export async function removeDocument(key: string): Promise<void> {
  await withDisk(({ files }) => files.delete(checked(key)));
}

/** How many stored files a listing names at once (A-CONST-4). */
const maxListed = 100;

/**
 * The keys of everything in the bucket, unfinished files too: one folder after the other, by name ascending, at most
 * 100 at a time.
 */
export async function* storedKeys(prefix = "/"): AsyncGenerator<string[]> {
  let page: string | undefined;
  do {
    const found = await withDisk(({ files }) => files.listAll(prefix, page ? { paginationToken: page } : {}));
    let keys: string[] = [];
    // A bucket lists by name; a folder of the machine in an order of its own.
    for (const object of [...found.objects].sort((one, other) => (one.name < other.name ? -1 : 1))) {
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

/** When a file was stored, and its size; undefined when it is gone. */
export function storedFacts(key: string): Promise<{ since: Date; bytes: number } | undefined> {
  return withDisk(async ({ files }) => {
    if (!(await files.exists(key))) return undefined;
    const { lastModified, contentLength } = await files.getMetaData(key);
    return { since: lastModified, bytes: contentLength };
  });
}

/** Removes whatever `storedKeys` named: an unfinished file has no key that a document could have. */
export async function removeStored(key: string): Promise<void> {
  await withDisk(({ files }) => files.delete(key));
}

function checked(key: string): string {
  if (key.length > 200 || !keyForm.test(key)) throw new MalformedKey("A storage key is malformed");
  return key;
}

class MalformedKey extends TypeError {}

type Opened = Awaited<ReturnType<typeof openDisk>>;

/** Runs `act` with the storage; a failure becomes a StorageError, which is logged and shown to staff. */
async function withDisk<Result>(act: (opened: Opened) => Promise<Result>): Promise<Result> {
  try {
    const result = await act(await disk());
    await resolveOutage(trouble);
    return result;
  } catch (error) {
    if (error instanceof StartError || error instanceof MalformedKey) throw error;
    throw await explained(error);
  }
}

async function explained(error: unknown): Promise<StorageError> {
  const failure = explainStorage(error, setting);
  await reportOutage(trouble, failure);
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

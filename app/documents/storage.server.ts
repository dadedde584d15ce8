import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Disk } from "flydrive";
import { config } from "~/config.server";
import { StartError } from "~/db/binaries.server";
import { PrivateFolder } from "./private-folder.server";

/** Folders and a file name of letters, digits, "-" and "_", then an extension: nothing that leads out of the bucket. */
const keyForm = /^(?:[A-Za-z0-9][A-Za-z0-9_-]*\/)*[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{1,8}$/;

// In development a changed file loads this module again; the disk stays.
const kept = globalThis as typeof globalThis & { lucayaDisk?: Promise<Disk> | undefined };

/**
 * Opens the storage, so that a wrong STORAGE_URL is said at the start and not at the first upload. Throws a StartError
 * with one clear line.
 */
export async function prepareStorage(): Promise<void> {
  await disk();
}

/** Writes a document; resolves when its bytes are on the disk or acknowledged by the bucket. */
export async function putDocument(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
  await (await disk()).put(checked(key), bytes, { contentType, contentLength: bytes.length });
}

/** The bytes of a document as a stream, to be read or destroyed by the caller; null when there are none. */
export async function openDocument(key: string): Promise<Readable | null> {
  const from = await disk();
  // Asked first: the folder's stream would only fail once the answer has begun.
  return (await from.exists(checked(key))) ? from.getStream(key) : null;
}

/** Removes a document; one that is gone already is no error. */
export async function removeDocument(key: string): Promise<void> {
  await (await disk()).delete(checked(key));
}

export async function documentExists(key: string): Promise<boolean> {
  return (await disk()).exists(checked(key));
}

/** How many stored files a listing names at once (A-CONST-4). */
const listed = 100;

/**
 * The keys of everything in the bucket, unfinished files too: one folder after the other, by name ascending, at most 100
 * at a time.
 */
export async function* storedKeys(prefix = "/"): AsyncGenerator<string[]> {
  const from = await disk();
  let page: string | undefined;
  do {
    const found = await from.listAll(prefix, page ? { paginationToken: page } : {});
    let keys: string[] = [];
    // A bucket lists by name; a folder of the machine in an order of its own.
    for (const object of [...found.objects].sort((one, other) => (one.name < other.name ? -1 : 1))) {
      if (object.isDirectory) yield* storedKeys(object.prefix);
      else keys.push(object.key);
      if (keys.length < listed) continue;
      yield keys;
      keys = [];
    }
    if (keys.length > 0) yield keys;
    page = found.paginationToken;
  } while (page);
}

/** Since when a file lies there; nothing when it is gone. */
export async function storedSince(key: string): Promise<Date | undefined> {
  const from = await disk();
  return (await from.exists(key)) ? (await from.getMetaData(key)).lastModified : undefined;
}

/** Removes whatever `storedKeys` named: an unfinished file has no key that a document could have. */
export async function removeStored(key: string): Promise<void> {
  await (await disk()).delete(key);
}

function checked(key: string) {
  if (key.length > 200 || !keyForm.test(key)) throw new TypeError("A storage key is malformed");
  return key;
}

function disk(): Promise<Disk> {
  kept.lucayaDisk ??= openDisk().catch((error: unknown) => {
    kept.lucayaDisk = undefined;
    throw error;
  });
  return kept.lucayaDisk;
}

async function openDisk(): Promise<Disk> {
  if (config.STORAGE_URL) return openBucket(new URL(config.STORAGE_URL));
  const folder = join(config.dataDir, "documents", "visa-documents");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return new Disk(new PrivateFolder(folder));
}

/**
 * STORAGE_URL: `s3://{bucket}`, with, as far as needed,
 * - `{access key id}:{secret access key}@` before the bucket, percent-encoded; without them the AWS SDK looks where it
 *   always does (its environment variables, the machine's role);
 * - `?region=` (us-east-1 unless told otherwise);
 * - `&endpoint=https://…` for services other than Amazon's;
 * - `&path_style=no` when such a service wants the bucket in the host name.
 */
async function openBucket(url: URL): Promise<Disk> {
  if (!url.hostname || url.pathname.replace("/", "") !== "")
    throw new StartError("STORAGE_URL must name a bucket and no folder in it, such as s3://visa-documents");
  const endpoint = url.searchParams.get("endpoint");
  const S3Driver = await loadS3();
  const driver = new S3Driver({
    bucket: url.hostname,
    visibility: "private",
    // The bucket's own policy keeps it private; many services know no access lists.
    supportsACL: false,
    region: url.searchParams.get("region") ?? "us-east-1",
    ...(endpoint ? { endpoint, forcePathStyle: url.searchParams.get("path_style") !== "no" } : {}),
    ...(url.username ? { credentials: credentialsOf(url) } : {}),
    // Otherwise some services store the checksum's trailer as part of the file.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return new Disk(driver);
}

function credentialsOf(url: URL) {
  return { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) };
}

/** The AWS SDK is large and only needed here: it is installed by those who use it. */
async function loadS3() {
  try {
    return (await import("flydrive/drivers/s3")).S3Driver;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")
      throw new StartError(
        "STORAGE_URL needs two packages that are not installed: npm install @aws-sdk/client-s3 @aws-sdk/s3-request-presigner",
      );
    throw error;
  }
}

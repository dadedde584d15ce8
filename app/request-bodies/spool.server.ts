import { randomUUID } from "node:crypto";
import { mkdirSync, openAsBlob, readdirSync, rmSync, statSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { config } from "~/config.server";
import { busy, Refused } from "./refusal";

/** Files are stored here until their request ends; a folder per process, so that others know whose it is. */
const spool = join(config.dataDir, "spool");
const ownFolder = join(spool, `${hostname()}-${process.pid}`);
/** Age in milliseconds after which another machine's folder is deleted. */
const abandoned = 24 * 3_600_000;

/** Creates this process's folder, and removes those of processes that have ended. */
export function prepareSpool(): void {
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(spool)) {
    const folder = join(spool, name);
    if (isOver(name, folder)) rmSync(folder, { recursive: true, force: true });
  }
  mkdirSync(ownFolder, { recursive: true, mode: 0o700 });
}

function isOver(name: string, folder: string): boolean {
  const pid = name.startsWith(`${hostname()}-`) ? Number(name.slice(hostname().length + 1)) : 0;
  try {
    if (pid === 0 || Number.isNaN(pid)) return Date.now() - statSync(folder).mtimeMs > abandoned;
    // The system reuses process ids: a folder with ours is from an earlier process.
    if (pid === process.pid) return true;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/**
 * Bytes of spooled files, counted as they arrive: of one IP (more than an inquiry's five files) and of all. Past
 * `together` each IP may have one more file (`share`), so that a few slow senders lock nobody out; `disk` is never
 * exceeded.
 */
const mebibyte = 1024 * 1024;
const maxSpooled = { byOne: 64 * mebibyte, together: 256 * mebibyte, share: 12 * mebibyte, disk: 1024 * mebibyte };

/** Whether the totals of all IPs and of one, in bytes including the new file, are within the limits. */
export const isRoomFor = (all: number, own: number): boolean =>
  own <= maxSpooled.byOne && all <= (own <= maxSpooled.share ? maxSpooled.disk : maxSpooled.together);

const spooledBy = new Map<string, number>();
let spooled = 0;

/** Bytes that stay in memory: of one file, and of all files of a request. */
const maxInMemory = { one: 64 * 1024, together: 512 * 1024 };

/** The files of one request. `owner` is charged for their space, such as `ipKey(address)`. */
export class SpooledFiles {
  #spooled = 0;
  #inMemory = 0;
  readonly #paths: string[] = [];
  readonly #owner: string;

  constructor(owner: string) {
    this.#owner = owner;
  }

  /** Receives a file. Rejects with a Refused if there is no room, and with errors of stream or disk. */
  async take(from: AsyncIterable<Buffer>, name: string, type: string): Promise<File> {
    let chunks: Buffer[] = [];
    let size = 0;
    let file: { handle: FileHandle; path: string } | undefined;
    try {
      for await (const chunk of from) {
        this.#reserve(chunk.length);
        size += chunk.length;
        if (!file && size <= maxInMemory.one && this.#inMemory + size <= maxInMemory.together) {
          chunks.push(chunk);
          continue;
        }
        file ??= await this.#open();
        for (const early of chunks) await file.handle.write(early);
        chunks = [];
        await file.handle.write(chunk);
      }
    } finally {
      await file?.handle.close();
    }
    if (file) return new File([await openAsBlob(file.path)], name, { type });
    this.#inMemory += size;
    return new File([Buffer.concat(chunks)], name, { type });
  }

  async remove(): Promise<void> {
    this.#count(-this.#spooled);
    await Promise.all(this.#paths.splice(0).map((path) => rm(path, { force: true })));
  }

  async #open() {
    const path = join(ownFolder, randomUUID());
    const handle = await open(path, "wx", 0o600);
    this.#paths.push(path);
    return { handle, path };
  }

  #reserve(bytes: number): void {
    if (!isRoomFor(spooled + bytes, (spooledBy.get(this.#owner) ?? 0) + bytes)) throw new Refused(busy);
    this.#count(bytes);
  }

  #count(bytes: number): void {
    this.#spooled += bytes;
    spooled += bytes;
    const remaining = (spooledBy.get(this.#owner) ?? 0) + bytes;
    if (remaining > 0) spooledBy.set(this.#owner, remaining);
    else spooledBy.delete(this.#owner);
  }
}

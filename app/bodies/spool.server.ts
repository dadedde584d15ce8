import { randomUUID } from "node:crypto";
import { mkdirSync, openAsBlob, readdirSync, rmSync, statSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { config } from "~/config.server";
import { busy, Refused } from "./refusal";

/** Files lie here until their request is answered; a folder per process, so that others can tell whose it is. */
const spool = join(config.dataDir, "spool");
const ownFolder = join(spool, `${hostname()}-${process.pid}`);
/** What another machine left behind for longer than this, in milliseconds, nobody waits for. */
const abandoned = 24 * 3_600_000;

/** Makes this process's folder, and removes what processes that have ended left in theirs. */
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
    // A number is given anew: who has ours is not us of before.
    if (pid === process.pid) return true;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/**
 * Bytes of files that are held until they are answered: of one address, which is more than an inquiry's five files, and
 * of all together. Past `together` an address has room for one file (`share`), so that a few who send much and never
 * end keep nobody else out (V-ATK-6); `disk` is never passed. They are counted as they arrive.
 */
const mebibyte = 1024 * 1024;
const mostHeld = { byOne: 64 * mebibyte, together: 256 * mebibyte, share: 12 * mebibyte, disk: 1024 * mebibyte };

/** Whether there is room, once it is taken, for what all hold and what one address holds of that, in bytes. */
export const isRoomFor = (all: number, own: number): boolean =>
  own <= mostHeld.byOne && all <= (own <= mostHeld.share ? mostHeld.disk : mostHeld.together);

const heldBy = new Map<string, number>();
let held = 0;

/** Files up to this size stay in memory, in bytes, and of one request so many together. */
const small = { one: 64 * 1024, together: 512 * 1024 };

/** The files of one request. `owner` is whose room they take, such as `addressKey(address)`. */
export class SpooledFiles {
  #taken = 0;
  #inMemory = 0;
  readonly #paths: string[] = [];
  readonly #owner: string;

  constructor(owner: string) {
    this.#owner = owner;
  }

  /** Takes in a file as it comes. Rejects with a Refused when there is no room, and with errors of stream or disk. */
  async take(from: Readable, name: string, type: string): Promise<File> {
    let pieces: Buffer[] = [];
    let size = 0;
    let file: { handle: FileHandle; path: string } | undefined;
    try {
      for await (const piece of from as AsyncIterable<Buffer>) {
        this.#hold(piece.length);
        size += piece.length;
        if (!file && size <= small.one && this.#inMemory + size <= small.together) {
          pieces.push(piece);
          continue;
        }
        file ??= await this.#open();
        for (const early of pieces) await file.handle.write(early);
        pieces = [];
        await file.handle.write(piece);
      }
    } finally {
      await file?.handle.close();
    }
    if (file) return new File([await openAsBlob(file.path)], name, { type });
    this.#inMemory += size;
    return new File([Buffer.concat(pieces)], name, { type });
  }

  /** Removes them and gives back their room. */
  async remove(): Promise<void> {
    this.#count(-this.#taken);
    await Promise.all(this.#paths.splice(0).map((path) => rm(path, { force: true })));
  }

  async #open() {
    const path = join(ownFolder, randomUUID());
    const handle = await open(path, "wx", 0o600);
    this.#paths.push(path);
    return { handle, path };
  }

  #hold(bytes: number): void {
    if (!isRoomFor(held + bytes, (heldBy.get(this.#owner) ?? 0) + bytes)) throw new Refused(busy);
    this.#count(bytes);
  }

  #count(bytes: number): void {
    this.#taken += bytes;
    held += bytes;
    const rest = (heldBy.get(this.#owner) ?? 0) + bytes;
    if (rest > 0) heldBy.set(this.#owner, rest);
    else heldBy.delete(this.#owner);
  }
}

import { randomUUID } from "node:crypto";
import { access, constants, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { FSDriver } from "flydrive/drivers/fs";
import type { ByteRange } from "./byte-range";

/**
 * flydrive's driver of a local folder, but only the owner can read what it writes (folders 0700, files 0600), and a
 * file is synced before it is renamed: an acknowledged upload survives a power cut.
 */
export class PrivateFolder extends FSDriver {
  readonly #root: string;

  constructor(root: string) {
    super({ location: root, visibility: "private" });
    this.#root = root;
  }

  override async putStream(key: string, contents: Readable): Promise<void> {
    const path = join(this.#root, key);
    const draft = `${path}.${randomUUID()}.part`;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(draft, "wx", 0o600);
      try {
        await file.writeFile(contents);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
      await syncFolder(dirname(path));
    } catch (error) {
      contents.destroy();
      await rm(draft, { force: true });
      throw error;
    }
  }

  async open(key: string, range?: ByteRange): Promise<Readable | null> {
    try {
      const file = await open(join(this.#root, key), "r");
      return file.createReadStream(range);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
      throw error;
    }
  }

  async probe(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    await access(this.#root, constants.R_OK | constants.W_OK | constants.X_OK);
  }
}

/** Syncs the new name to disk. Systems that can't sync a folder don't need it. */
async function syncFolder(path: string) {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

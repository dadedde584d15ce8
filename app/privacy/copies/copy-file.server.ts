import { createWriteStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { config } from "~/config.server";
import { apartFolders } from "~/documents/at-rest/apart-folders";
import type { Bytes } from "~/documents/at-rest/encrypted-bytes.server";

export const copyKey = (id: string): string => `${apartFolders.copies}${id}.zip`;

/**
 * Runs `use` with a stream's bytes, whose number must be known before they can be encrypted. They are buffered in an
 * unlinked file, which disappears with the process even after `kill -9`.
 */
export async function withBytes<Result>(
  stream: Readable,
  use: (size: number, bytes: () => Bytes) => Promise<Result>,
): Promise<Result> {
  const folder = join(config.dataDir, "spool");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `copy-${crypto.randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await rm(path);
    await pipeline(stream, createWriteStream("", { fd: file.fd, autoClose: false }));
    const { size } = await file.stat();
    return await use(size, () => file.createReadStream({ start: 0, autoClose: false }));
  } finally {
    await file.close();
  }
}

import { readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterFile } from "../after-file";
import { freePort } from "../app-server";

export type Storage = {
  env: Record<string, string>;
  setting: "DATA_DIR" | "STORAGE_URL";
  keys: () => string[];
  /** Sets a file's time of writing. */
  age: (key: string, to: Date) => void;
  goAway: () => Promise<void>;
  comeBack: () => Promise<void>;
  close: () => Promise<void>;
};

/** An S3 server on this machine, over HTTP, with one bucket. */
export async function startBucket(folder: string, bucket = "visa-documents"): Promise<Storage & { port: number }> {
  const open = async (port: number) => {
    const buckets = [{ name: bucket, configs: [] }];
    const server = new S3rver({
      address: "127.0.0.1",
      port,
      directory: folder,
      silent: true,
      configureBuckets: buckets,
    });
    return { server, port: (await server.run()).port };
  };
  // Not port 0: while the server is down, another process could get the port.
  let { server, port } = await open(await freePort());
  let up = true;
  const end = async () => {
    if (up) await server.close();
    up = false;
  };
  afterFile(end);
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`);
  const suffix = "._S3rver_object";
  const root = join(folder, bucket);
  return {
    port,
    setting: "STORAGE_URL",
    env: { STORAGE_URL: `s3://S3RVER:S3RVER@${bucket}?endpoint=${endpoint}` },
    keys: () => filesIn(root).flatMap((name) => (name.endsWith(suffix) ? [name.slice(0, -suffix.length)] : [])),
    age: (key, to) => utimesSync(join(root, `${key}${suffix}`), to, to),
    goAway: end,
    async comeBack() {
      ({ server, port } = await open(port));
      up = true;
    },
    close: end,
  };
}

export const filesIn = (root: string) =>
  // A file may be deleted meanwhile.
  readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(root, name), { throwIfNoEntry: false })?.isFile(),
  );

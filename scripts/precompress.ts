import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

// Compresses the built text files once, at the best quality, on all cores.
const folder = "build/client";
const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
await Promise.all(names.filter((name) => /\.(js|css|svg|json|txt|xml|webmanifest)$/.test(name)).map(compress));

async function compress(name: string): Promise<void> {
  const path = join(folder, name);
  const content = await readFile(path);
  if (content.length < 1024) return;
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await Promise.all([
    promisify(brotliCompress)(content, best).then((data) => writeFile(`${path}.br`, data)),
    promisify(gzip)(content, { level: 9 }).then((data) => writeFile(`${path}.gz`, data)),
  ]);
}

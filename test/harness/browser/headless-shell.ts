import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The browser of the tests, and what it needs of the environment. */
export type Shell = { executablePath: string; env: Record<string, string> };

// Next to the packages, so that `npm test` unpacks each version once.
const { version } = JSON.parse(readFileSync("node_modules/@sparticuz/chromium/package.json", "utf8"));
const folder = join(process.cwd(), "node_modules", ".cache", `headless-shell-${version}`);

/**
 * The headless shell of the package `@sparticuz/chromium`, unpacked at first use, or the browser of CHROMIUM_PATH. If
 * the machine lacks libraries or fonts, the package's own are used.
 */
export function headlessShell(): Shell {
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]));
  if (env.CHROMIUM_PATH) return { executablePath: env.CHROMIUM_PATH, env };
  if (!existsSync(folder)) unpack();
  const executablePath = join(folder, "chromium");
  if (!existsSync("/etc/fonts/fonts.conf")) env.FONTCONFIG_PATH ??= join(folder, "fonts");
  if (spawnSync(executablePath, ["--version"]).status !== 0)
    env.LD_LIBRARY_PATH = [join(folder, "al2023", "lib"), env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  return { executablePath, env };
}

/** Unpacks to another name and renames it, so that an aborted or concurrent run leaves no partial one. */
function unpack() {
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  // The package unpacks into the temporary directory.
  const script = `
    import { inflate } from "@sparticuz/chromium";
    import { fileURLToPath } from "node:url";
    const bin = fileURLToPath(new URL("../bin/", import.meta.resolve("@sparticuz/chromium")));
    for (const part of ["chromium.br", "fonts.tar.br", "al2023.tar.br"]) await inflate(bin + part);`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, TMPDIR: fresh },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The browser of the tests could not be unpacked:\n${stderr}`);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

import { readFileSync } from "node:fs";

/** The names of the program's settings, as `.env.example` lists them. */
export const settings: readonly string[] = [...readFileSync(".env.example", "utf8").matchAll(/^# ([A-Z][A-Z_, ]+)/gm)]
  .flatMap(([, names = ""]) => names.split(","))
  .map((name) => name.trim());

/**
 * Takes the program's settings out of the environment: tests that run in this process delete rows and files, and mail,
 * and must not do so with a database, a bucket or a mail server that somebody has named for a real program.
 */
export function forgetSettings(): void {
  for (const name of settings) delete process.env[name];
}

import { readFileSync } from "node:fs";

/** The names of the app's settings, as listed in `.env.example`. */
export const settings: readonly string[] = [...readFileSync(".env.example", "utf8").matchAll(/^# ([A-Z][A-Z_, ]+)/gm)]
  .flatMap(([, names = ""]) => names.split(","))
  .map((name) => name.trim());

/**
 * Removes the app's settings from the environment: in-process tests delete rows and files, and send mail, which must
 * never reach a real database, bucket or mail server.
 */
export function forgetSettings(): void {
  for (const name of settings) delete process.env[name];
}

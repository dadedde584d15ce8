import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import type { Program } from "./program";
import { until } from "./visitor";

/** The mails of a kind that the program wrote to an address, oldest first, once there are `count` of them. */
export function mailsTo(program: Program, address: string, kind: string, count: number): Promise<Email[]> {
  const folder = join(program.dataDir, "outbox");
  return until(`${count} of ${kind} to ${address}`, async () => {
    const names = (await readdir(folder).catch(() => [])).filter(
      (name) => !name.startsWith(".") && name.includes(`-${kind}-`),
    );
    const mails = await Promise.all(
      names.sort().map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    );
    const found = mails.filter((mail) => mail.to?.some((to) => to.address === address));
    return found.length >= count ? found : undefined;
  });
}

/** The private link of a mail, as its path and its token. */
export function resumeLinkOf(mail: Email | undefined): { path: string; token: string } {
  const found = /\/application\/resume\?token=([\w.~-]+)/.exec(mail?.text ?? "");
  if (!found?.[1]) throw new Error("There is no resume link in the mail");
  return { path: found[0], token: found[1] };
}

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import type { AppServer } from "../app-server";
import { type HttpClient, until } from "../http-client";

/** The mails of a kind that the program wrote to an address, oldest first, once there are `count` of them. */
export function mailsTo(program: AppServer, address: string, kind: string, count: number): Promise<Email[]> {
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

/**
 * Presses the button behind a private link, in any browser. One that did not begin the application is asked who did, as
 * long as its email is not confirmed: here somebody did, in another browser of theirs (V-ATK-12).
 */
export const continueBy = (visitor: HttpClient, token: string, answer: "keep" | "end" | "no" = "keep") =>
  visitor.post("/application/resume", { token, answer });

/** Its email is confirmed, as after its first link was followed: from then on id and email open the draft, too. */
export const confirmEmail = (program: AppServer, id: string) =>
  program.query("update visa_applications set email_confirmed_at = now() where id = $1", [id]);

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import type { AppServer } from "../app-server";
import { type HttpClient, until } from "../http-client";

/** The mails of a kind to a recipient, oldest first, once there are `count` of them. */
export function mailsTo(app: AppServer, address: string, kind: string, count: number): Promise<Email[]> {
  const folder = join(app.dataDir, "outbox");
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

/** The private link of a mail, as path and token. */
export function resumeLinkOf(mail: Email | undefined): { path: string; token: string } {
  const found = /\/application\/resume\?token=([\w.~-]+)/.exec(mail?.text ?? "");
  if (!found?.[1]) throw new Error("There is no resume link in the mail");
  return { path: found[0], token: found[1] };
}

/**
 * Confirms a private link, in any browser. One that didn't start the application is asked who did, until its email is
 * confirmed: here the same person did, in another browser (V-ATK-12).
 */
export const continueBy = (client: HttpClient, token: string, answer: "keep" | "end" | "no" = "keep") =>
  client.post("/application/resume", { token, answer });

/** Confirms the email, as following the first link does: from then on id and email also open the draft. */
export const confirmEmail = (app: AppServer, id: string) =>
  app.query("update visa_applications set email_confirmed_at = now() where id = $1", [id]);

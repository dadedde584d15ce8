import { z } from "zod";
import { config } from "~/config.server";
import { reportOutage, resolveOutage } from "~/core/outages.server";
import { locks } from "~/db/advisory-locks.server";
import { connect } from "~/db/connect.server";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { MailboxError, mailboxSettings } from "./open-mailbox.server";
import { readMailbox } from "./read-mailbox.server";

/** As the desk names it. */
const subject = "The mailbox of replies";

const job = () =>
  defineJob({
    name: "mail.receive",
    data: z.object({}),
    // The next minute is the next try.
    retry: { retries: 0, firstWait: 1, maxWait: 1 },
    timeout: 600,
    ...(config.IMAP_URL ? { schedule: "* * * * *" } : {}),
  });

/** Also where no mailbox is configured: an earlier schedule of it is removed. */
export function registerMailbox(): void {
  registerJob(job(), (_data, { signal }) => receiveFromMailbox(signal));
}

/** Removes an outage from a time when a mailbox was configured. */
export async function forgetMailbox(): Promise<void> {
  if (!config.IMAP_URL) await resolveOutage(subject);
}

/** Reads the mailbox, unless another instance does. A failure is shown at the desk, and mails are still sent. */
export async function receiveFromMailbox(signal: AbortSignal): Promise<void> {
  if (!config.IMAP_URL) return;
  const lock = await connect("lucaya mailbox");
  try {
    const { rows } = await lock.query("select pg_try_advisory_lock($1) as mine", [locks.mailbox]);
    if (!rows[0]?.mine) return;
    await readMailbox(mailboxSettings(config.IMAP_URL), signal);
    await resolveOutage(subject);
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    await reportOutage(subject, { setting: "IMAP_URL", message: error.message });
  } finally {
    await lock.end();
  }
}

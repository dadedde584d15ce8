import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { config } from "~/config.server";
import { listOutages, startOutageReporting } from "~/core/outages.server";
import { replyAddressOf } from "~/mail/reply-address.server";
import { receiveFromMailbox } from "~/received-mail/mailbox/mailbox-job.server";
import { messagesIn } from "../case/messages";
import { dovecotProgram, needsDebian } from "../debian-packages";
import { type Dovecot, startDovecot } from "../fakes/dovecot";
import type { TestDatabase } from "./test-database";

/** A mailbox on a real IMAP server, empty before each test, which the program reads. */
export class ReadMailbox {
  readonly #database: TestDatabase;
  readonly #messagesIn: ReturnType<typeof messagesIn>;
  #dovecot: Dovecot | undefined;
  #mails = 0;

  constructor(database: TestDatabase) {
    this.#database = database;
    this.#messagesIn = messagesIn(database);
    const isThere = needsDebian(dovecotProgram);
    const folder = mkdtempSync(join(tmpdir(), "imap-"));
    beforeAll(async () => {
      if (isThere) this.#dovecot = await startDovecot(folder);
      startOutageReporting();
    });
    afterAll(async () => {
      await this.#dovecot?.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    beforeEach(async () => {
      config.REPLY_ADDRESS = "replies+{token}@lucaya.example";
      config.IMAP_URL = this.dovecot.url();
      for (const table of ["limit_counts", "mailboxes", "received_mails", "troubles"])
        await database.query(`delete from ${table}`);
      await this.empty("INBOX");
    });
    afterEach(() => {
      config.REPLY_ADDRESS = undefined;
      config.IMAP_URL = undefined;
      vi.restoreAllMocks();
    });
  }
  get dovecot(): Dovecot {
    if (!this.#dovecot) throw new Error("There is an IMAP server within a test only");
    return this.#dovecot;
  }

  async empty(name: string): Promise<void> {
    const client = await this.dovecot.client();
    const { exists } = await client.mailboxOpen(name);
    if (exists > 0) await client.messageDelete("1:*");
    await client.logout();
  }

  async someCase() {
    const { id } = await this.#messagesIn.aCase();
    const [{ email = "" } = {}] = await this.#database.query<{ email: string }>(
      "select user_email as email from visa_applications where id = $1",
      [id],
    );
    const address = replyAddressOf({ kind: "case", id, address: email });
    const mail = (text: string, from = email) =>
      [
        `From: ${from}`,
        `To: ${address}`,
        `Subject: ${text}`,
        `Message-ID: <imap-${++this.#mails}@mail.test>`,
        "Content-Type: text/plain; charset=utf-8",
        "",
        `${text}\r\n`,
      ].join("\r\n");
    const texts = async () => (await this.#messagesIn.messagesOf(id)).map(({ body }) => body);
    return { id, mail, texts };
  }
}

export const read = (signal = new AbortController().signal): Promise<void> => receiveFromMailbox(signal);
export const outages = async () => (await listOutages()).map(({ setting, words }) => [setting, words]);

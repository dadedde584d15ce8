import { db } from "~/db/client.server";
import type { ReceivedMailReason } from "~/db/schema/values";
import { putIntoCase } from "~/received-mail/place/put-into-case.server";
import { putIntoInquiry } from "~/received-mail/place/put-into-inquiry.server";
import type { MailTarget, ReceivedMail } from "~/received-mail/place/received-mail";
import { storeUnverified } from "~/received-mail/place/store-unverified.server";
import { type MailFile, takeMailFiles } from "~/received-mail/place/take-files.server";
import { pagePdf } from "../fakes/papers";

type Written = Partial<Omit<ReceivedMail, "files" | "refusedFiles">> & { files?: MailFile[] };

/** A PDF as an email brings it. */
export const mailFile = (name = "letter.pdf"): MailFile => ({ name, bytes: new Uint8Array(pagePdf(2048)) });

/** Checks an email's files and calls `store` with it in a transaction, as receiving does. */
const received = <Result>(
  { files = [], ...mail }: Written,
  store: (tx: Parameters<Parameters<typeof db.transaction>[0]>[0], mail: ReceivedMail) => Promise<Result>,
): Promise<Result> =>
  takeMailFiles(files, (taken) =>
    db.transaction((tx) =>
      store(tx, {
        ...{ sender: "maria@mail.example", senderName: "Maria Santos", subject: "Re: Your application" },
        ...{ body: "Thank you.", quoted: "", leftOut: 0, ...mail, ...taken },
      }),
    ),
  );

export const mailIntoCase = (id: string, mail: Written = {}) =>
  received(mail, (tx, whole) => putIntoCase(tx, id, whole));

export const mailIntoInquiry = (id: string, mail: Written = {}) =>
  received(mail, (tx, whole) => putIntoInquiry(tx, id, whole));

export const unverifiedMail = (
  mail: Written = {},
  why: ReceivedMailReason = "another_sender",
  target: MailTarget | null = null,
) => received(mail, (tx, whole) => storeUnverified(tx, whole, why, target));

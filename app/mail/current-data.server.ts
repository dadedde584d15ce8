import type { StoredData } from "~/db/schema/mail";
import { singleton } from "~/singleton.server";

type Mail = { id: string; applicationId: string | null; templateData: StoredData };
/** Null if the mail is no longer true and must not be sent. */
type ReadCurrent = (mail: Mail) => Promise<StoredData | null>;

const readers = singleton("current data of mails", () => new Map<string, ReadCurrent>());

/** Registers a kind whose data are read again when it is sent; called by the module that owns them. */
export function registerCurrentData(kind: string, read: ReadCurrent): void {
  readers.set(kind, read);
}

export async function currentData(kind: string, mail: Mail): Promise<StoredData | null> {
  const read = readers.get(kind);
  return read ? read(mail) : mail.templateData;
}

export type ReceivedBy = "imap" | "webhook";
/**
 * `taken`: it is in a thread or in the list of unverified mails. `again`: it was before. `ignored`: only counted.
 * `full`: it belongs in that list, which has no room: the mailbox or the sender has to keep it.
 */
export type ReceivedAs = "taken" | "again" | "ignored" | "full";

/** Puts a mail into its thread or into the list for staff, once. Throws while database or storage is unavailable. */
export async function receiveMail(_bytes: Uint8Array, _by: ReceivedBy): Promise<ReceivedAs> {
  throw new Error("not yet");
}

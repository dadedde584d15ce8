import type { Transaction } from "~/db/client.server";

type CallOff = (tx: Transaction, email: string) => Promise<number>;

const callOffs = new Set<CallOff>();

/** Registers how a module cancels what an admin scheduled, when they lose the right to it (F-SAFE-6). */
export const onLostRights = (callOff: CallOff): unknown => callOffs.add(callOff);

/** Cancels what an admin scheduled and may no longer do. Returns how much, as text; empty for nothing. */
export async function callOffScheduled(tx: Transaction, email: string): Promise<string> {
  let count = 0;
  for (const callOff of callOffs) count += await callOff(tx, email);
  if (count === 0) return "";
  return count === 1
    ? ". 1 scheduled change of theirs is called off"
    : `. ${count} scheduled changes of theirs are called off`;
}

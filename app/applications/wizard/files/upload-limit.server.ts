import { mayBringFile, requireWithinLimit } from "~/bodies/few-forms.server";
import { db, type Queryable } from "~/db/client.server";
import { peekByAddress, takeFromBoth } from "~/ground/limits/limits.server";
import { type Refused, refuse } from "~/ground/verbs/refused";

const hour = 3600;

/** Too many files: the message, and the seconds until the next one is accepted. */
export type UploadLimited = Refused<{ retryAfterSeconds: number }, "limited">;

const limits = { address: { max: 120, seconds: hour }, identity: { max: 60, seconds: hour } };

/** Ends a request with a file from an address that has none left, before it is read (V-ATK-4). */
export async function requireFileLeft(request: Request, address: string): Promise<void> {
  if (!mayBringFile(request)) return;
  const limit = await peekByAddress("application upload", address, limits.address);
  await requireWithinLimit(request, limit, tooManyFiles(limit.retryAfterSeconds));
}

/** D27: 120 files an hour from an address, 60 for an application. Nothing while there is room. */
export async function refuseUpload(
  address: string,
  applicationId: string,
  tx: Queryable = db,
): Promise<UploadLimited | undefined> {
  const sender = { address, identity: applicationId };
  const { allowed, retryAfterSeconds } = await takeFromBoth("application upload", sender, limits, tx);
  if (allowed) return undefined;
  return refuse("limited", tooManyFiles(retryAfterSeconds), { retryAfterSeconds });
}

function tooManyFiles(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return `Too many files were sent from here. Please try again in ${wait}.`;
}

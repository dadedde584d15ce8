import { checkIpLimit, consumeIpAndIdentityLimits } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { type Refused, refuse } from "~/core/verbs/refused";
import { db, type Queryable } from "~/db/client.server";
import { mayBringFile, requireWithinLimit } from "~/request-bodies/form-limits.server";

const hour = 3600;

/** Too many files: the message, and the seconds until the next one is accepted. */
export type UploadLimited = Refused<{ retryAfterSeconds: number }, "limited">;

const limits = { address: { max: 120, seconds: hour }, identity: { max: 60, seconds: hour } };

/** Ends a request with a file from an address that has none left, before it is read (V-ATK-4). */
export async function requireUploadLimit(request: Request, address: string): Promise<void> {
  if (!mayBringFile(request)) return;
  const limit = await checkIpLimit("application upload", address, limits.address);
  await requireWithinLimit(request, limit, tooMany("files were sent", limit));
}

/** D27: 120 files an hour from an address, 60 for an application. Nothing while there is room. */
export async function refuseUpload(
  address: string,
  applicationId: string,
  tx: Queryable = db,
): Promise<UploadLimited | undefined> {
  const sender = { address, identity: applicationId, of: "application" } as const;
  const taken = await consumeIpAndIdentityLimits("application upload", sender, limits, tx);
  if (taken.allowed) return undefined;
  return refuse("limited", tooMany("files were sent", taken), { retryAfterSeconds: taken.retryAfterSeconds });
}

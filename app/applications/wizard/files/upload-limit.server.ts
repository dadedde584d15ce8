import { checkIpLimit, consumeIpAndIdentityLimits } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { type Refused, refuse } from "~/core/verbs/refused";
import { db, type Queryable } from "~/db/client.server";
import { mayBringFile, requireWithinLimit } from "~/request-bodies/form-limits.server";

const hour = 3600;

export type UploadLimited = Refused<{ retryAfterSeconds: number }, "limited">;

const limits = { address: { max: 120, seconds: hour }, identity: { max: 60, seconds: hour } };

/** Refuses a request with a file from an IP over its limit, before it is read. */
export async function requireUploadLimit(request: Request, ip: string): Promise<void> {
  if (!mayBringFile(request)) return;
  const limit = await checkIpLimit("application upload", ip, limits.address);
  await requireWithinLimit(request, limit, tooMany("files were sent", limit));
}

/** 120 files an hour per IP, 60 per application (D27). Undefined if the file is within both. */
export async function refuseUpload(
  ip: string,
  applicationId: string,
  tx: Queryable = db,
): Promise<UploadLimited | undefined> {
  const sender = { address: ip, identity: applicationId, of: "application" } as const;
  const limit = await consumeIpAndIdentityLimits("application upload", sender, limits, tx);
  if (limit.allowed) return undefined;
  return refuse("limited", tooMany("files were sent", limit), { retryAfterSeconds: limit.retryAfterSeconds });
}

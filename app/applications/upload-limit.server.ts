import { lookAtAddress, takeFromBoth } from "~/accounts/limits.server";
import { mayBringFile, requireLeft } from "~/bodies/few-forms.server";

const hour = 3600;

/** Too many files: what to say of it, and when the next may come. */
export type UploadRefused = { outcome: "limited"; message: string; retryAfterSeconds: number };

/** The status of an answer that says why there is no file. */
export const statusOf = { invalid: 422, missing: 404, limited: 429, away: 503 } as const;

/** The header that says when the next may come, for any result of an upload. */
export const retryAfterOf = (result: object): Record<string, string> =>
  "retryAfterSeconds" in result ? { "Retry-After": String(result.retryAfterSeconds) } : {};

const limits = { address: { max: 120, seconds: hour }, identity: { max: 60, seconds: hour } };

/** Ends a request with a file from an address that has none left, before it is read (V-ATK-4). */
export async function requireFileLeft(request: Request, address: string): Promise<void> {
  if (!mayBringFile(request)) return;
  const looked = await lookAtAddress("application upload", address, limits.address);
  await requireLeft(request, looked, tooManyFiles(looked.retryAfterSeconds));
}

/** Decision 27: 120 files an hour from an address, 60 for an application. Nothing while there is room. */
export async function refuseUpload(address: string, applicationId: string): Promise<UploadRefused | undefined> {
  const asking = { address, identity: applicationId };
  const { allowed, retryAfterSeconds } = await takeFromBoth("application upload", asking, limits);
  if (allowed) return undefined;
  return { outcome: "limited", message: tooManyFiles(retryAfterSeconds), retryAfterSeconds };
}

function tooManyFiles(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return `Too many files were sent from here. Please try again in ${wait}.`;
}

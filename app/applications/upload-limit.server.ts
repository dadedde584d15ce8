import { takeFromBoth } from "~/accounts/limits.server";

const hour = 3600;

/** Too many files: what to say of it, and when the next may come. */
export type UploadRefused = { outcome: "limited"; message: string; retryAfterSeconds: number };

/** The status of an answer that says why there is no file. */
export const statusOf = { invalid: 422, missing: 404, limited: 429, away: 503 } as const;

/** The header that says when the next may come, for any result of an upload. */
export const retryAfterOf = (result: object): Record<string, string> =>
  "retryAfterSeconds" in result ? { "Retry-After": String(result.retryAfterSeconds) } : {};

/** Decision 27: 120 files an hour from an address, 60 for an application. Nothing while there is room. */
export async function refuseUpload(address: string, applicationId: string): Promise<UploadRefused | undefined> {
  const limits = { address: { max: 120, seconds: hour }, identity: { max: 60, seconds: hour } };
  const asking = { address, identity: applicationId };
  const { allowed, retryAfterSeconds } = await takeFromBoth("application upload", asking, limits);
  if (allowed) return undefined;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return {
    outcome: "limited",
    message: `Too many files were sent from here. Please try again in ${wait}.`,
    retryAfterSeconds,
  };
}

import { addressKey, identityKey, takeFromLimit } from "~/accounts/limits.server";

const hour = 3600;

/** Decision 27: 120 files an hour from an address, 60 for an application. What to say when it is too many. */
export async function refuseUpload(address: string, applicationId: string): Promise<string | undefined> {
  const limits = await Promise.all([
    takeFromLimit(`upload ${addressKey(address)}`, { max: 120, seconds: hour }),
    takeFromLimit(`upload ${identityKey(applicationId)}`, { max: 60, seconds: hour }),
  ]);
  if (limits.every((limit) => limit.allowed)) return undefined;
  return "Too many files were sent from here. Please try again in an hour.";
}

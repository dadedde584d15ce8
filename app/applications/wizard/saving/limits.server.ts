import { checkBatchedLimits, consumeBatchedLimits } from "~/core/rate-limits/batched.server";
import { identityLimitKey, ipLimits, type KeyedRateLimit } from "~/core/rate-limits/limits.server";

/** 600 saves a minute per IP (more per network), 30 per browser (D27). */
const ofAddress = (ip: string) => ipLimits("save", ip, { max: 600, seconds: 60 });
const ofBrowser = (holder: string): KeyedRateLimit => ({
  key: identityLimitKey("save", holder),
  limit: { max: 30, seconds: 60 },
  of: "browser",
});

/** Checks the IP's limit without consuming it, before the form is read. */
export const checkSaveLimit = (ip: string) => checkBatchedLimits(ofAddress(ip));

/**
 * The second limit is per browser (`holder`: its token's hash), so that somebody who only knows the id can't use up the
 * owner's. It is not counted once the IP is over its limit.
 */
export const consumeSaveLimit = ({ address, holder }: { address: string; holder: string }) =>
  consumeBatchedLimits([...ofAddress(address), ofBrowser(holder)]);

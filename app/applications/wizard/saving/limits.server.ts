import { checkBatchedLimits, consumeBatchedLimits } from "~/core/rate-limits/batched.server";
import { identityLimitKey, ipLimits, type KeyedRateLimit } from "~/core/rate-limits/limits.server";

/** D27: 600 saves a minute from an address (more from its network), 30 of a browser. */
const ofAddress = (address: string) => ipLimits("save", address, { max: 600, seconds: 60 });
const ofBrowser = (holder: string): KeyedRateLimit => ({
  key: identityLimitKey("save", holder),
  limit: { max: 30, seconds: 60 },
  of: "browser",
});

/** The state of an address's limit, without taking from it: checked before the form is read (V-ATK-4). */
export const checkSaveLimit = (address: string) => checkBatchedLimits(ofAddress(address));

/**
 * Takes one save from both limits. The second is per browser, so that somebody who only knows the id can't use up the
 * owner's. It is not counted when the address is over its limit. `holder` is the hash of the browser's token.
 */
export const consumeSaveLimit = ({ address, holder }: { address: string; holder: string }) =>
  consumeBatchedLimits([...ofAddress(address), ofBrowser(holder)]);

import { peekBatchedLimits, takeFromBatchedLimits } from "~/ground/limits/batched.server";
import { addressLimits, limitByIdentity } from "~/ground/limits/limits.server";

/** D27: 600 saves a minute from an address (more from its network), 30 of a browser. */
const ofAddress = (address: string) => addressLimits("save", address, { max: 600, seconds: 60 });
const ofBrowser = (holder: string) => ({ key: limitByIdentity("save", holder), limit: { max: 30, seconds: 60 } });

/** What the limit of an address says of one save more: asked before its form is read (V-ATK-4). */
export const lookAtSaves = (address: string) => peekBatchedLimits(ofAddress(address));

/**
 * Takes one save. Who knows an id only can't use up its owner's; and what the address is refused for leaves no count of
 * a browser, which may be another each time. `holder` is the hash of the browser's token.
 */
export const takeSave = ({ address, holder }: { address: string; holder: string }) =>
  takeFromBatchedLimits([...ofAddress(address), ofBrowser(holder)]);

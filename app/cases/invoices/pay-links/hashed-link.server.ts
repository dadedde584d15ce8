import { createHash } from "node:crypto";

/** A link's part of an idempotency hash: a stored attempt repeats the ids of its content, which a link may have too. */
export const hashedLink = (url: string): string => createHash("sha256").update(url).digest("hex");

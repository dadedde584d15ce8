import { createHash } from "node:crypto";

/** Of a link only its hash is part of an attempt: with its result all UUIDs of its content are stored in plain text. */
export const hashedLink = (url: string): string => createHash("sha256").update(url).digest("hex");

import { hash } from "node:crypto";

/** Lowercase hexadecimal. */
export const sha256Of = (text: string): string => hash("sha256", text, "hex");

/** First and last byte, from 0. */
export type ByteRange = { start: number; end: number };

/**
 * Reads a `Range` header: one range, as `bytes=0-99`, `bytes=100-` or `bytes=-100`. "whole" without a header, for
 * several ranges and for a malformed one (RFC 9110 allows this), "beyond" if the range is behind the end (416).
 */
export function readRange(header: string | null, size: number): ByteRange | "whole" | "beyond" {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (!match || (first === "" && last === "")) return "whole";
  if (first === "") return Number(last) === 0 ? "beyond" : { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== "" && Number(last) < Number(first)) return "whole";
  if (Number(first) >= size) return "beyond";
  return { start: Number(first), end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}

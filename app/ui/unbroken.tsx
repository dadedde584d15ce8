import type { ReactNode } from "react";

/** A word of up to 16 characters with a hyphen or dash at a digit, or after its first letter: 7–14, DS-160, e-visa. */
const hyphened = /((?<!\S)(?=\S{3,16}(?!\S))(?:\S*(?:\d[-–]|[-–]\d)\S*|\p{P}?\p{L}-\S+))/u;

/** Prevents line breaks at the hyphen or dash of ranges and form names. */
export function unbroken(text: ReactNode): ReactNode {
  if (typeof text !== "string") return text;
  const parts = text.split(hyphened);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their places.
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}

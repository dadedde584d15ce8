import { encode } from "uqr";

/** An SVG path of unit squares, and its width in squares with the quiet zone. */
export type Qr = { path: string; size: number };

export function qrOf(text: string): Qr {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return { path: squares.join(""), size };
}

import { encode } from "uqr";

/** A QR code as the path of an SVG, one unit a square, and how many squares it is wide with its quiet zone. */
export type Qr = { path: string; size: number };

export function qrOf(text: string): Qr {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return { path: squares.join(""), size };
}

import type { Qr } from "./qr.server";

/** Dark on white in every theme, because cameras read it so. */
export function QrCode({ path, size, label }: Qr & { label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md border border-edge bg-white"
    >
      <path d={path} fill="#0b1f33" />
    </svg>
  );
}

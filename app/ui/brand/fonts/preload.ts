import { preload } from "react-dom";
import italic from "./fraunces-italic-400.woff2?url";
import numbers from "./plex-mono-500.woff2?url";

const faces = { italic, numbers };

/**
 * Asks for a face together with the document that prints it: one that comes after the first paint is not shown on that
 * page (`fonts.css`). Those that every page prints are in `root.tsx`.
 */
export function preloadFace(face: keyof typeof faces): void {
  preload(faces[face], { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
}

import { preload } from "react-dom";
import italic from "./fraunces-italic-400.woff2?url";
import numbers from "./plex-mono-500.woff2?url";

const faces = { italic, numbers };

/**
 * Preloads a face with the document: one that arrives after the first paint is not shown on that page (`fonts.css`).
 */
export function preloadFace(face: keyof typeof faces): void {
  preload(faces[face], { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
}

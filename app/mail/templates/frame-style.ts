import type { CSSProperties } from "react";

/** The colors of app/app.css, repeated because mails can't use the style sheet. */
export const colour = {
  navy: "#06303f",
  sea: "#12838d",
  seaInk: "#0b6a74",
  shallows: "#5cc7c0",
  sand: "#fbf7ef",
  dune: "#f1e9da",
  duneEdge: "#e2d6bf",
  gold: "#f6c453",
  goldInk: "#7d5600",
  ink: "#12262d",
  stone: "#56676c",
};

export const serif = "Fraunces, Georgia, 'Times New Roman', serif";
export const sans = "Figtree, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
export const mono = "'IBM Plex Mono', Menlo, Consolas, 'Courier New', monospace";

/** A guilloche of two sets of rings. Programs without gradients show plain navy. */
const rings = (centre: string, line: string, step: number) =>
  `repeating-radial-gradient(circle at ${centre}, transparent 0, transparent ${step - 1}px, ${line} ${step - 0.5}px, transparent ${step}px)`;

export const guilloche: CSSProperties = {
  backgroundColor: colour.navy,
  backgroundImage: [
    rings("84% 190%", "rgba(246,196,83,0.38)", 6),
    rings("96% 210%", "rgba(92,199,192,0.34)", 6),
    `linear-gradient(100deg, ${colour.navy} 42%, rgba(6,48,63,0) 78%)`,
    rings("62% 320%", "rgba(92,199,192,0.30)", 7),
  ].join(", "),
};

/** The brand's mark. Programs without gradients show a golden disc. */
export const rosette: CSSProperties = {
  width: "44px",
  height: "44px",
  backgroundColor: colour.gold,
  backgroundImage: [
    `radial-gradient(circle, ${colour.navy} 0, ${colour.navy} 4.5px, ${colour.gold} 5px, ${colour.gold} 6px, transparent 6.5px)`,
    `repeating-radial-gradient(circle, transparent 0, transparent 2px, rgba(6,48,63,0.4) 2.5px, transparent 3px)`,
    `repeating-conic-gradient(rgba(6,48,63,0.62) 0deg, ${colour.gold} 7.5deg, rgba(6,48,63,0.62) 15deg)`,
  ].join(", "),
  borderRadius: "50%",
  fontSize: "1px",
  lineHeight: "44px",
};

export const text: CSSProperties = {
  margin: "0 0 20px",
  color: colour.ink,
  fontFamily: sans,
  fontSize: "16px",
  lineHeight: "26px",
};

export const small: CSSProperties = { ...text, margin: "0", color: colour.stone, fontSize: "13px", lineHeight: "20px" };

export const heading: CSSProperties = {
  margin: "0 0 20px",
  color: colour.navy,
  fontFamily: serif,
  fontSize: "30px",
  fontWeight: 600,
  letterSpacing: "-0.3px",
  lineHeight: "36px",
};

export const eyebrow: CSSProperties = {
  margin: "0 0 8px",
  color: colour.seaInk,
  fontFamily: sans,
  fontSize: "12px",
  fontWeight: 700,
  letterSpacing: "1.4px",
  lineHeight: "18px",
  textTransform: "uppercase",
};

/** Rules that can't be inline: narrow screens and dark mode. */
export const sheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; -webkit-text-size-adjust: 100%; }
a[x-apple-data-detectors] { color: inherit !important; text-decoration: none !important; }
@media (max-width: 520px) {
  .m-pad { padding-left: 24px !important; padding-right: 24px !important; }
  .m-mark { padding-left: 24px !important; }
  .m-machine { font-size: 10px !important; letter-spacing: 1px !important; }
  .m-title { font-size: 26px !important; line-height: 32px !important; }
  .m-stack { display: block !important; width: auto !important; padding-right: 20px !important; }
  .m-value { padding-top: 0 !important; padding-left: 20px !important; text-align: left !important; }
  .m-stack-label { padding-bottom: 0 !important; border-bottom: 0 !important; }
  .m-wide { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .m-body { background-color: #07202a !important; }
  .m-card { background-color: #0d2d39 !important; border-color: #1d4552 !important; }
  .m-head { color: #f6efe2 !important; }
  .m-ink { color: #dce8e8 !important; }
  .m-soft { color: #a3b8bb !important; }
  .m-eyebrow, .m-link { color: #7fd6cf !important; }
  .m-box { background-color: #0a2630 !important; border-color: #2b5662 !important; }
  .m-line { border-color: #1d4552 !important; }
  .m-number { color: #f6c453 !important; }
  .m-button { background-color: #f6c453 !important; color: #06303f !important; }
}
`;

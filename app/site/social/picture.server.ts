import sharp from "sharp";
import { linesOf, picture, type SocialCard, sun } from "~/site/social/layout.server";
import { outline } from "~/site/social/outlines.server";
import { ring, rosette, waveBand } from "~/ui/brand/guilloche-paths";

const { width, height, margin } = picture;

const looks = {
  deep: {
    from: "#06303f",
    to: "#10747f",
    title: "#ffffff",
    text: "#e6f4f2",
    eyebrow: "#f6c453",
    sun: "#f6c453",
    sea: "#5cc7c0",
    code: "#5cc7c0",
    mark: { rim: "#f6c453", heart: "#06303f" },
  },
  sand: {
    from: "#fbf7ef",
    to: "#f1e6cf",
    title: "#06303f",
    text: "#56676c",
    eyebrow: "#0b6a74",
    sun: "#e9b036",
    sea: "#12838d",
    code: "#0b6a74",
    mark: { rim: "#06303f", heart: "#f6c453" },
  },
} as const;

/** The picture as PNG, 1200 × 630 pixels. */
export async function drawSocialPicture(card: SocialCard): Promise<Buffer<ArrayBufferLike>> {
  return sharp(Buffer.from(drawing(card)))
    .png({ palette: true, quality: 92, effort: 7, dither: 0.6 })
    .toBuffer();
}

function drawing(card: SocialCard): string {
  const look = looks[card.ground];
  const deep = card.ground === "deep";
  const inks = { name: look.title, eyebrow: look.eyebrow, title: look.title, price: look.eyebrow, fact: look.text };
  const lines = linesOf(card).map(
    ({ part, face, text, ...at }) => `<g fill="${inks[part]}">${outline(face, text, at)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><linearGradient id="g" x1="0" y1="0" x2=".35" y2="1"><stop offset=".25" stop-color="${look.from}"/><stop offset="1" stop-color="${look.to}"/></linearGradient></defs>
<path fill="url(#g)" d="M0 0h${width}v${height}H0z"/>
${drawnSun(card.seed, look.sun, deep ? 0.55 : 0.75)}
${sea(card.seed, look.sea, deep ? 0.6 : 0.4)}
${mark(look.mark)}
${lines.join("")}
<g fill="${look.code}">${outline("mono", code(card.siteName), { x: margin, y: 600, size: 19, spacing: 0.12 })}</g>
</svg>`;
}

/** A passport's machine-readable line, with the site's name. */
function code(siteName: string): string {
  const name = siteName.toUpperCase().replace(/[^A-Z]+/g, "<<");
  return `P<BHS${name}`.padEnd(76, "<").slice(0, 76);
}

function drawnSun(seed: string, colour: string, opacity: number): string {
  const rings = rosette(seed).map(({ part, path, weight, copies }) => {
    const turned = copies.map(
      ({ turn, scale }) => `<use href="#${part}" transform="rotate(${turn}) scale(${scale})"/>`,
    );
    return `<defs><path id="${part}" d="${path}"/></defs><g stroke-width="${(weight * 0.5).toFixed(2)}">${turned.join("")}</g>`;
  });
  return `<g fill="none" stroke="${colour}" opacity="${opacity}" transform="translate(${sun.x} ${sun.y}) scale(${sun.radius / 100})">${rings.join("")}</g>`;
}

function sea(seed: string, colour: string, opacity: number): string {
  return [
    { middle: 500, swing: 46, lines: 14, share: 0.55 },
    { middle: 566, swing: 38, lines: 14, share: 1 },
  ]
    .map(({ share, ...band }, index) => {
      const paths = waveBand({ ...band, seed: `${seed} ${index}`, width, waves: 3 });
      return `<g fill="none" stroke="${colour}" stroke-width="1.1" opacity="${opacity * share}">${paths.map((path) => `<path d="${path}"/>`).join("")}</g>`;
    })
    .join("");
}

function mark({ rim, heart }: { rim: string; heart: string }): string {
  const lines = [0, 8.571, 17.143].map((angle) => `<use href="#line" transform="rotate(${angle} 32 32)"/>`);
  return `<g transform="translate(${margin} 60) scale(.875)"><defs><path id="line" d="${ring({ radius: 19.5, swing: 6.3, lobes: 14, centre: 32 })}"/></defs>
<path fill="${rim}" d="${ring({ radius: 29.6, swing: 1.5, lobes: 28, centre: 32 })}"/><circle cx="32" cy="32" r="27.4" fill="${heart}"/>
<g fill="none" stroke="${rim}" stroke-width="1">${lines.join("")}</g><circle cx="32" cy="32" r="9" fill="${rim}"/><circle cx="32" cy="32" r="3.4" fill="${heart}"/></g>`;
}

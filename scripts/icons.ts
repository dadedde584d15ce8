// Draws the site's icons from `public/favicon.svg`: `node scripts/icons.ts`, after that has changed. They are
// committed, because they hardly ever change.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";

const svg = readFileSync("public/favicon.svg", "utf8");
const inner = svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
mkdirSync("public/icons", { recursive: true });

/** `share`: the mark's part of the width; transparent without a `ground`. */
const drawing = (share: number, ground?: string) => {
  const side = 64 / share;
  const edge = (side - 64) / 2;
  const plate = ground ? `<path fill="${ground}" d="M${-side} ${-side}h${3 * side}v${3 * side}h${-3 * side}z"/>` : "";
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-edge} ${-edge} ${side} ${side}">${plate}${inner}</svg>`,
  );
};

const png = (share: number, size: number, ground?: string) =>
  sharp(drawing(share, ground), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

for (const size of [192, 512]) {
  writeFileSync(`public/icons/icon-${size}.png`, await png(1, size));
  // Launchers crop a maskable icon: the inner 80 percent stay visible.
  writeFileSync(`public/icons/maskable-${size}.png`, await png(0.8, size, "#06303f"));
}
writeFileSync("public/apple-touch-icon.png", await png(0.86, 180, "#fbf7ef"));
writeFileSync("public/favicon.ico", ico(await Promise.all([16, 32, 48].map(async (size) => png(1, size)))));

/** An .ico: six bytes of header, sixteen for each picture, then the pictures as PNG. */
function ico(pictures: Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, picture] of pictures.entries()) {
    const position = 6 + 16 * index;
    const size = picture.readUInt32BE(16);
    head.writeUInt8(size, position);
    head.writeUInt8(size, position + 1);
    head.writeUInt16LE(1, position + 4);
    head.writeUInt16LE(32, position + 6);
    head.writeUInt32LE(picture.length, position + 8);
    head.writeUInt32LE(offset, position + 12);
    offset += picture.length;
  }
  return Buffer.concat([head, ...pictures]);
}

import sharp from "sharp";
import { expect, test } from "vitest";
import { grayPages } from "./gray-pages.server";

test("[U-MRZ-11] a picture that would be unpacked as a whole, of too many pixels, is not read", async () => {
  const sizes = async (side: number) => {
    const page = sharp({ create: { width: side, height: side, channels: 3, background: "#eee" } });
    const bytes = new Uint8Array(await page.jpeg({ progressive: true }).toBuffer());
    return (await Array.fromAsync(grayPages(bytes, "image/jpeg"))).map(({ width, height }) => [width, height]);
  };
  expect(await sizes(3000)).toEqual([[2400, 2400]]);
  expect(await sizes(8_200)).toEqual([]);
});

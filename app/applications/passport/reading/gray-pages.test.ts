import sharp from "sharp";
import { expect, test } from "vitest";
import { grayPages } from "./gray-pages.server";

test("[U-MRZ-11] a picture that would be unpacked as a whole, of too many pixels, is not read", async () => {
  const sizes = async (side: number) => {
    const page = sharp({ create: { width: side, height: side, channels: 3, background: "#eee" } });
    const bytes = new Uint8Array(await page.jpeg({ progressive: true }).toBuffer());
    const pages: number[][] = [];
    for await (const { width, height } of grayPages(bytes, "image/jpeg")) pages.push([width, height]);
    return pages;
  };
  expect(await sizes(3000)).toEqual([[2400, 2400]]);
  expect(await sizes(8_200)).toEqual([]);
});

import sharp from "sharp";
import { expect, test } from "vitest";
import { drawDefect, drawGood, drawPortrait } from "../../../test/harness/stand-ins/papers";
import { hintsOfPages, measurePicture, type PictureUse } from "./measure.server";

const anyDocument: PictureUse = { purpose: "document", photoRule: null, byteSize: 0 };
const measured = (bytes: Uint8Array, use: Partial<PictureUse> = {}) =>
  measurePicture({ bytes }, { ...anyDocument, byteSize: bytes.length, ...use });
const codes = async (bytes: Uint8Array, use?: Partial<PictureUse>) =>
  (await measured(bytes, use)).map(({ code }) => code);

test("[U-QUAL-1] a picture that lies on its side is measured upright, its size on the original", async () => {
  const { bytes } = await drawDefect("cut_off", 0);
  expect(await measured(bytes)).toEqual([{ code: "cut_off", detail: { top: 1 } }]);
  // Stored a quarter turn to the left, and to be shown turned to the right (EXIF orientation 6).
  const onItsSide = await sharp(bytes).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await measured(onItsSide)).toEqual([{ code: "cut_off", detail: { top: 1 } }]);
  const small = await sharp((await drawGood("tilted", 0)).bytes)
    .rotate(270)
    .resize({ width: 900 })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await measured(small)).toEqual([{ code: "small", detail: { width: 675, height: 900 } }]);
});

test("[U-QUAL-1] a page of a PDF is measured as the page shows it, and its number is stated", async () => {
  const { bytes } = await drawDefect("cut_off", 0);
  const lying = { bytes: await sharp(bytes).rotate(270).jpeg().toBuffer(), turn: 90 as const, page: 3 };
  const hints = await measurePicture(lying, anyDocument);
  expect(hints).toEqual([{ code: "cut_off", detail: { top: 1 } }]);
  const blurred = { code: "blurred" as const, detail: {} };
  expect(
    hintsOfPages([
      { page: 2, hints: [blurred] },
      { page: 3, hints: [blurred, ...hints] },
    ]),
  ).toEqual([
    { code: "blurred", detail: { page: 2 } },
    { code: "cut_off", detail: { top: 1, page: 3 } },
  ]);
});

test("[U-PHOTO-4] a photo of a person is only measured for blur and darkness, and by its rule", async () => {
  const small = { width: 420, height: 540 };
  expect(await codes(await drawPortrait("ana", small))).toEqual(["small"]);
  expect(await codes(await drawPortrait("ana", small), { purpose: "photo" })).toEqual([]);
  expect(await codes(await drawPortrait("ana", { ...small, blur: 5 }), { purpose: "photo" })).toEqual(["blurred"]);
  expect(await codes(await drawPortrait("ana", { ...small, light: 0.2 }), { purpose: "photo" })).toEqual(["dark"]);
});

test("[U-PHOTO-2] a photo is compared with the pixels, proportion and kilobytes of its rule, upright", async () => {
  const square = { leastWidth: 600, leastHeight: 600, proportion: { width: 1, height: 1 } };
  const of = async (width: number, height: number, photoRule: PictureUse["photoRule"], byteSize = 60 * 1024) =>
    measured(await drawPortrait("li", { width, height }), { purpose: "photo", photoRule, byteSize });
  expect(await of(600, 600, square)).toEqual([]);
  expect(await of(606, 600, square)).toEqual([]);
  expect(await of(480, 600, square)).toEqual([
    { code: "photo_pixels", detail: { width: 480, height: 600, leastWidth: 600, leastHeight: 600 } },
    { code: "photo_proportions", detail: { width: 480, height: 600, askedWidth: 1, askedHeight: 1 } },
  ]);
  const schengen = { proportion: { width: 35, height: 45 } };
  expect(await of(700, 900, schengen)).toEqual([]);
  expect(await of(712, 900, schengen)).toEqual([]);
  expect(await of(716, 900, schengen)).toHaveLength(1);
  const sizes = { leastKilobytes: 54, mostKilobytes: 240 };
  expect(await of(600, 600, sizes, 54 * 1024)).toEqual([]);
  expect(await of(600, 600, sizes, 54 * 1024 - 1)).toEqual([
    { code: "photo_too_light", detail: { kilobytes: 53, leastKilobytes: 54 } },
  ]);
  expect(await of(600, 600, sizes, 240 * 1024 + 1)).toEqual([
    { code: "photo_too_heavy", detail: { kilobytes: 241, mostKilobytes: 240 } },
  ]);
  const lying = await sharp(await drawPortrait("li", { width: 700, height: 900 }))
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await measured(lying, { purpose: "photo", photoRule: schengen })).toEqual([]);
});

import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { parsePictureUrl } from "./address";
import { servePicture } from "./picture.server";
import { storePicture } from "./store-picture.server";

const database = testDatabase();
let editor: StaffContext;
beforeAll(async () => {
  editor = await staffMember(database, "regular_admin");
});
beforeEach(() => database.query("truncate content_versions"));

const sea = { r: 18, g: 131, b: 141 };
const plain = (width = 1600, height = 900) => sharp({ create: { width, height, channels: 3, background: sea } });
const fileOf = (bytes: Uint8Array, name = "beach.jpg") => new File([new Uint8Array(bytes)], name);
async function stored(bytes: Uint8Array, name?: string) {
  const result = await storePicture(editor, fileOf(bytes, name));
  return result.ok ? result.address : expect.fail(result.message);
}
const refusal = async (bytes: Uint8Array, name?: string) => {
  const result = await storePicture(editor, fileOf(bytes, name));
  return result.ok ? "" : `${result.reason}: ${result.message}`;
};
const request = (address: string, headers = {}) =>
  servePicture(new Request(`https://lucaya.example${address}`, { headers }));
/** A version that names the URL, public or not. */
const version = (address: string, isPublic: boolean) =>
  database.query(
    `insert into content_versions (kind, key, number, data, published_at)
     values ('post', $1, 1, jsonb_build_object('cover', jsonb_build_object('src', $2::text)), case when $3 then now() end)`,
    [randomUUID(), address, isPublic],
  );

describe("an uploaded picture", () => {
  test("[O-POST-4] a picture is served upright, without camera data and location", async () => {
    const exif = {
      IFD0: { Make: "Harbour Cameras", Model: "HC-1", Orientation: "6" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "25/1 4/1 41/1", GPSLongitudeRef: "W", GPSLongitude: "77/1 20/1 0/1" },
    };
    const photo = await plain().jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    expect((await sharp(photo).metadata()).exif?.toString("latin1")).toContain("Harbour Cameras");
    const address = await stored(photo);
    await version(address, true);
    const response = await request(address);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const served = Buffer.from(await response.arrayBuffer());
    expect(await sharp(served).metadata()).toMatchObject({ width: 900, height: 1600 });
    expect(Object.keys(await sharp(served).metadata())).not.toEqual(expect.arrayContaining(["exif"]));
    expect(served.toString("latin1")).not.toMatch(/Harbour|Exif|GPS/);
    expect(parsePictureUrl(address)).toMatchObject({ width: 900, height: 1600, format: "jpg" });
  });

  test.each([
    ["a PNG named as JPG", "beach.jpg", "png"],
    ["a WebP without an ending", "beach", "webp"],
  ] as const)("[O-BODY-8] %s is accepted by its content", async (_, name, format) => {
    expect(parsePictureUrl(await stored(await plain().toFormat(format).toBuffer(), name))).toMatchObject({ format });
  });

  test.each([
    ["an SVG", "logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["an SVG named as PNG", "logo.png", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["a GIF named as JPG", "dance.jpg", "GIF89a\x01\x00\x01\x00\x80\x00\x00"],
    ["a page named as WebP", "page.webp", "<!doctype html><script>alert(1)</script>"],
    ["a PDF", "letter.jpg", "%PDF-1.7\n"],
  ])("[O-BODY-8] %s is refused", async (_, name, content) => {
    expect(await refusal(Buffer.from(content, "latin1"), name)).toMatch(
      /^invalid: .*Use a JPG, PNG or WebP picture\.$/,
    );
  });

  test("[O-POST-4] a file over 10 MB or a broken one is refused", async () => {
    expect(await refusal(new Uint8Array(10 * 1024 * 1024 + 1))).toContain("larger than 10 MB");
    const broken = (await plain().png().toBuffer()).subarray(0, 200);
    expect(await refusal(broken)).toContain("can’t be read");
  });

  test("[F-FILE-3] a picture is refused → the message says why and what to do", async () => {
    const whole = await plain().jpeg().toBuffer();
    const wide = await plain(7_801, 7_801).png({ compressionLevel: 1 }).toBuffer();
    const cases: [Uint8Array, RegExp][] = [
      [wide, /too many pixels: 7,801 × 7,801 are 60\.9 million, and 60 million are the most\. Save it smaller/],
      [whole.subarray(0, whole.length / 2), /is damaged: .*Save it again as JPG, PNG or WebP/],
      [(await plain().png().toBuffer()).subarray(0, 30), /is damaged/],
      [Buffer.from("\0\0\0\x24ftypheic\0\0", "latin1"), /This is a HEIC photo\. Use a JPG, PNG or WebP picture\./],
      [Buffer.from("GIF89a"), /This is a GIF picture\. Use a JPG/],
      [Buffer.from("%PDF-1.7"), /This is a PDF\. Use a JPG/],
      [Buffer.alloc(0), /This file is empty\. Save it again/],
      [new Uint8Array(10 * 1024 * 1024 + 1), /larger than 10 MB\. Choose a smaller one/],
    ];
    for (const [bytes, pattern] of cases) expect(await refusal(bytes)).toMatch(pattern);
  });

  test.each([
    [3000, 800, { width: 2363, height: 630 }],
    [1300, 5000, { width: 1200, height: 4615 }],
    [3000, 2000, { width: 1920, height: 1280 }],
    [3000, 600, { width: 1920, height: 384 }],
    [640, 800, { width: 640, height: 800 }],
  ])(
    "[O-POST-4] a picture of %d × %d pixels is scaled down, but not below what a cover needs",
    async (width, height, size) => {
      const address = await stored(await plain(width, height).png().toBuffer());
      expect(parsePictureUrl(address)).toMatchObject(size);
    },
  );

  test("[O-META-4] a different picture has a different URL, and the same one the same URL", async () => {
    const png = await plain(1200, 630).png().toBuffer();
    const address = await stored(png);
    expect(await stored(png, "again.png")).toBe(address);
    expect(await stored(await plain(1200, 631).png().toBuffer())).not.toBe(address);
  });
});

describe("access to a picture", () => {
  test("[O-MAY-3] only staff can open a picture before a public version uses it and after none does", async () => {
    const address = await stored(await plain(1300, 700).webp().toBuffer());
    expect((await request(address)).status).toBe(404);
    await version(address, false);
    expect((await request(address)).status, "a draft uses it").toBe(404);
    await version(address, true);
    expect((await request(address)).status).toBe(200);
    await database.query("update content_versions set replaced_at = now() where published_at is not null");
    expect((await request(address)).status, "it was replaced").toBe(404);
  });

  test("[O-MAY-3] an almost correct URL is not found", async () => {
    const address = await stored(await plain(1300, 700).webp().toBuffer());
    await version(address, true);
    for (const wrong of [address.replace("1300", "1301"), address.replace("webp", "png"), "/pictures/x.png"])
      expect((await request(wrong)).status, wrong).toBe(404);
    const response = await request(address);
    const etag = response.headers.get("etag") ?? "";
    expect((await request(address, { "If-None-Match": etag })).status).toBe(304);
  });
});

/** A picture to look at: an uploaded file, or the only picture of a PDF's page. */
export type Picture = {
  /** A JPEG or PNG, or the pixels themselves if `raw` says how to read them. */
  readonly bytes: Uint8Array;
  readonly raw?: { readonly width: number; readonly height: number; readonly channels: 1 | 3 | 4 };
  /** Of a page: degrees clockwise by which the page shows it. An uploaded file says it by its EXIF orientation. */
  readonly turn?: 0 | 90 | 180 | 270;
  /** Of a PDF, from 1. */
  readonly page?: number;
};

/** What the advice for a rejected file can suggest. */
type Use = "picture" | "document" | "archive" | "locked" | "none";

export type Kind = {
  /** With an article: `a ZIP file`. */
  readonly name: string;
  /** Extensions that stay; files with another one get the first. */
  readonly endings: readonly [string, ...string[]];
  /** Extensions that programs also use; they are replaced. */
  readonly aliases?: readonly string[];
  /** Only for types that a form can accept. */
  readonly contentType?: string;
  readonly use: Use;
};

/** All recognized types, accepted or only named in a message. */
export const kinds = {
  pdf: { name: "a PDF", endings: ["pdf"], contentType: "application/pdf", use: "document" },
  jpg: {
    name: "a JPEG picture",
    endings: ["jpg", "jpeg"],
    aliases: ["jfif", "jpe", "pjpeg", "pjp"],
    contentType: "image/jpeg",
    use: "picture",
  },
  png: { name: "a PNG picture", endings: ["png"], contentType: "image/png", use: "picture" },
  doc: { name: "a Word document", endings: ["doc"], contentType: "application/msword", use: "document" },
  docx: {
    name: "a Word document",
    endings: ["docx"],
    contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    use: "document",
  },
  heic: { name: "a HEIC photo", endings: ["heic"], aliases: ["heif", "hif"], use: "picture" },
  avif: { name: "an AVIF picture", endings: ["avif"], use: "picture" },
  webp: { name: "a WEBP picture", endings: ["webp"], use: "picture" },
  gif: { name: "a GIF picture", endings: ["gif"], use: "picture" },
  bmp: { name: "a BMP picture", endings: ["bmp"], use: "picture" },
  tiff: { name: "a TIFF picture", endings: ["tiff"], aliases: ["tif"], use: "picture" },
  svg: { name: "an SVG drawing", endings: ["svg"], use: "picture" },
  ico: { name: "an icon", endings: ["ico"], use: "picture" },
  rtf: { name: "an RTF document", endings: ["rtf"], use: "document" },
  html: { name: "an HTML page", endings: ["html"], aliases: ["htm", "mht", "mhtml"], use: "document" },
  odt: { name: "an OpenDocument text", endings: ["odt"], use: "document" },
  ods: { name: "an OpenDocument sheet", endings: ["ods"], use: "document" },
  pages: { name: "a Pages document", endings: ["pages"], aliases: ["numbers"], use: "document" },
  docm: { name: "a Word document with macros", endings: ["docm"], use: "document" },
  sheet: { name: "an Excel workbook", endings: ["xlsx"], aliases: ["xls", "xlsm", "xlsb"], use: "document" },
  slides: { name: "a PowerPoint presentation", endings: ["pptx"], aliases: ["ppt", "pps", "ppsx"], use: "document" },
  mail: { name: "an Outlook message", endings: ["msg"], use: "document" },
  office: { name: "a file of an office program", endings: ["wps"], aliases: ["pub", "vsd"], use: "document" },
  locked: { name: "a document with a password", endings: ["docx"], use: "locked" },
  zip: { name: "a ZIP file", endings: ["zip"], use: "archive" },
  rar: { name: "a RAR file", endings: ["rar"], use: "archive" },
  sevenZip: { name: "a 7z file", endings: ["7z"], use: "archive" },
  gzip: { name: "a GZIP file", endings: ["gz"], aliases: ["tgz"], use: "archive" },
  video: { name: "a video", endings: ["mp4"], aliases: ["mov", "m4v", "3gp"], use: "none" },
  program: { name: "a program", endings: ["exe"], aliases: ["dll", "scr", "msi"], use: "none" },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;

const byEnding = new Map<string, Kind>(
  // The first type with an extension wins.
  Object.values(kinds)
    .toReversed()
    .flatMap((kind: Kind) => [...kind.endings, ...(kind.aliases ?? [])].map((ending) => [ending, kind] as const)),
);

export const kindNamed = (ending: string): Kind | undefined => byEnding.get(ending);

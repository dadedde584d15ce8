import { type FileRules, namedAs } from "./file-rules";

/** Longest side in pixels, tried in order; phone browsers draw no more than the first. */
const sides = [4096, 3072, 2048, 1024];
const quality = 0.9;

/** Scales a picture down in the browser until it fits; undefined if it can't be read or made to fit. */
export function madeSmaller(file: File, rules: FileRules): Promise<File | undefined> {
  return redrawn(file, rules, sides);
}

/** The largest that a converted picture is drawn, on its longer side. */
const convertedSide = 6000;
const decodingSeconds = 20;

/** Draws a HEIC or AVIF picture as a JPEG, in a browser that reads the format; undefined in others. */
export async function converted(file: File, { extensions, maximum }: FileRules): Promise<File | undefined> {
  const jpegs = extensions.filter((extension) => extension === "jpg" || extension === "jpeg");
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, decodingSeconds * 1000));
  return Promise.race([redrawn(file, { extensions: jpegs, maximum }, [convertedSide, ...sides]), late]);
}

type Target = Pick<FileRules, "extensions" | "maximum">;

async function redrawn(file: File, { extensions, maximum }: Target, sides: readonly number[]) {
  const extension = ["jpg", "jpeg", "png"].find((candidate) => extensions.includes(candidate));
  if (!extension) return undefined;
  const type = extension === "png" ? "image/png" : "image/jpeg";
  // Upright as it was taken: the result has no EXIF orientation.
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    for (const side of sides) {
      const drawn = await draw(picture, side, type);
      if (drawn && drawn.type === type && drawn.size <= maximum)
        return new File([drawn], namedAs(file.name, extension), { type, lastModified: file.lastModified });
    }
    return undefined;
  } finally {
    picture.close();
  }
}

function draw(picture: ImageBitmap, side: number, type: string): Promise<Blob | null> {
  const part = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * part));
  canvas.height = Math.max(1, Math.round(picture.height * part));
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  // A JPEG has no transparency: without a background it would be black.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

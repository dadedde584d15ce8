import type { CheckedFile } from "~/documents/store.server";

const pdfEnd = Buffer.from("%%EOF");
/** A PDF ends within its last bytes, whatever a program has added behind. */
const tail = 2048;

/** Why a file that begins as its type does is no whole one of that type; null where nothing is wrong. */
export async function brokenStructure({ bytes, extension }: CheckedFile): Promise<string | null> {
  if (extension === "pdf" && !(await bytesOf(bytes.slice(-tail))).includes(pdfEnd))
    return "This PDF is incomplete: its end is missing. Save it again, then choose it again.";
  return null;
}

const bytesOf = async (blob: Blob): Promise<Buffer> => Buffer.from(await blob.arrayBuffer());

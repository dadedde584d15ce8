import * as z from "zod/mini";

const answer = z.union([
  z.object({ ok: z.literal(true), address: z.string() }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);

/** Uploads a picture; returns its URL, or why it was not stored. */
export async function uploadPicture(file: File): Promise<z.output<typeof answer>> {
  const body = new FormData();
  body.set("file", file, file.name || "picture");
  try {
    const response = await fetch("/admin/pictures", { method: "POST", body });
    return answer.parse(await response.json());
  } catch {
    return { ok: false, message: "The picture could not be stored. Check the connection, and add it again." };
  }
}

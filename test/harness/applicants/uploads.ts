import { pagePdf } from "../fakes/papers";
import type { HttpClient } from "../http-client";

/** A small PDF, as a browser sends one. */
export const pdfFile = (name: string, size = 2048) => new File([pagePdf(size)], name, { type: "application/pdf" });

/** Uploads a required document, as the page's script does. */
export function upload(client: HttpClient, id: string, type = "passport_copy", attempt: string = crypto.randomUUID()) {
  const body = new FormData();
  body.set("attempt", attempt);
  body.set("type", type);
  body.set("file", pdfFile("passport.pdf"));
  return client.post(`/apply/${id}/documents/save`, body);
}

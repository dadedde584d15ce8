import { redirect } from "react-router";
import { readFormKey } from "~/content/forms/files/form-file";
import { formFile, previewedForm, publishedForm } from "~/content/forms/forms.server";
import { contentDisposition } from "~/documents/headers/content-disposition";
import type { Route } from "./+types/download";

/**
 * `/forms/{id}/download`: the file of a published form, or with `?preview=` that of any version, for active admins. A
 * form without a file redirects to a page that says so.
 */
export async function loader({ params: { id } }: Route.LoaderArgs) {
  const version = await previewedForm(id);
  if (version?.scan === "waiting")
    return respond(423, "We’re checking this file for viruses. You can open it once that’s done.\n");
  if (version?.scan === "infected") return respond(410, "We found a virus in this file and removed it.\n");
  const form = version ?? (await publishedForm(id));
  if (!form) return respond(404, "This form is no longer available. You’ll find all our forms at /forms.\n");
  const bytes = await formFile(form.fileKey);
  if (!bytes) return redirect(`/forms/${encodeURIComponent(id)}/unavailable`);
  const { extension = "pdf", contentType = "application/octet-stream" } = readFormKey(form.fileKey ?? "") ?? {};
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": contentType,
      "Content-Length": String(bytes.length),
      "Content-Disposition": contentDisposition("attachment", `${form.title}.${extension}`),
      // A file may be withdrawn or replaced at any time.
      "Cache-Control": version ? "private, no-store" : "no-cache",
      "X-Robots-Tag": "noindex",
    },
  });
}

const respond = (status: number, text: string) =>
  new Response(text, {
    status,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      ...(status === 423 ? { "Retry-After": "60" } : {}),
    },
  });

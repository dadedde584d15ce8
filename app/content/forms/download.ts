import { redirect } from "react-router";
import { formFile, publishedForm } from "~/content/forms/forms.server";
import { contentDisposition } from "~/documents/headers/content-disposition";
import type { Route } from "./+types/download";

/** `/forms/{id}/download`: the file of a published form (P-FORMS-4). One without a file leads to a page (P-FORMS-5). */
export async function loader({ params: { id } }: Route.LoaderArgs) {
  const form = await publishedForm(id);
  const bytes = form && (await formFile(form.fileKey));
  if (!form || !bytes) return redirect(`/forms/${encodeURIComponent(id)}/unavailable`);
  const extension = form.fileKey?.split(".").at(-1) ?? "pdf";
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": extension === "pdf" ? "application/pdf" : "application/octet-stream",
      "Content-Length": String(bytes.length),
      "Content-Disposition": contentDisposition("attachment", `${form.title}.${extension}`),
      // A file may be withdrawn or replaced at any time.
      "Cache-Control": "no-cache",
      "X-Robots-Tag": "noindex",
    },
  });
}

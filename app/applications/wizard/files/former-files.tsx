import type { FormerFile } from "../../files/requirements.server";
import { StoredRow } from "./document-slot";
import { noLongerAskedFor } from "./file-limits";
import { BinButton } from "./file-pieces";

/** Files whose document staff have taken off the list: they stay until the applicant removes them (K-DOCS-5). */
export function FormerFiles({ files }: { files: readonly FormerFile[] }) {
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="former" className="mt-10">
      <h2 id="former" className="text-xl">
        {noLongerAskedFor}
      </h2>
      <p className="mt-1 text-stone">We’re keeping these with your application. You don’t need to do anything.</p>
      <ul className="mt-3 grid gap-2">
        {files.map((file) => (
          <StoredRow
            key={file.id}
            file={file}
            detail={` · ${file.of}`}
            action={
              <form method="post" encType="multipart/form-data">
                <BinButton type="submit" name="remove" value={file.id} label={`Remove ${file.name}`} />
              </form>
            }
          />
        ))}
      </ul>
    </section>
  );
}

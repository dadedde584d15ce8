import { and, desc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { nameAll } from "~/accounts/admins/names.server";
import { readFormKey } from "~/content/forms/files/form-file";
import { nassauTime } from "~/core/time";
import type { Queryable } from "~/db/client.server";
import { contentVersions, forms } from "~/db/schema/content";
import { formFiles } from "~/db/schema/site/forms";
import type { StoredFileOption } from "../../fields/fields";
import { textIn } from "../rows.server";

/** Every file that a form has or had, that of the newest version first, with who sent it and when (O-FORM-2). */
export async function keptFiles(from: Queryable, key: string): Promise<StoredFileOption[]> {
  if (!z.uuid().safeParse(key).success) return [];
  const ofForm = and(eq(contentVersions.kind, "forms"), eq(contentVersions.key, key));
  const [form] = await from.select().from(forms).where(eq(forms.id, key));
  const versions = await from.select().from(contentVersions).where(ofForm).orderBy(desc(contentVersions.number));
  // By any of its versions staff get a file; the public one has the address that visitors know.
  const own = `/forms/${key}/download`;
  const paths = new Map<string, string>();
  for (const { id, data } of versions) {
    const file = textIn(data.file);
    if (file && !paths.has(file)) paths.set(file, `${own}?preview=${id}`);
  }
  if (form?.fileKey && !paths.has(form.fileKey)) paths.set(form.fileKey, own);
  if (paths.size === 0) return [];
  const rows = await from
    .select()
    .from(formFiles)
    .where(inArray(formFiles.storageKey, [...paths.keys()]));
  const nameOf = await nameAll(
    from,
    rows.map(({ uploadedBy }) => uploadedBy),
  );
  return [...paths].map(([value, path]): StoredFileOption => {
    const row = rows.find(({ storageKey }) => storageKey === value);
    return {
      ...{ value, path, name: row?.name ?? readFormKey(value)?.name ?? value, size: row?.size ?? "" },
      ...{ by: nameOf(row?.uploadedBy ?? null), at: row ? nassauTime(row.createdAt) : "" },
      ...{ scan: row?.scan ?? "not_scanned", virus: row?.virus ?? null },
      isPublic: form?.published === true && form.fileKey === value,
    };
  });
}

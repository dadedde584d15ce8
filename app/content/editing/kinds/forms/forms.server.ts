import { and, asc, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { nameAll } from "~/accounts/admins/names.server";
import { formRules, readFormKey } from "~/content/forms/files/form-file";
import { storeFormFile, virusMessage } from "~/content/forms/files/store-form-file.server";
import { nassauTime } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import type { Queryable, Transaction } from "~/db/client.server";
import { countries } from "~/db/schema/catalogue";
import { contentVersions, forms } from "~/db/schema/content";
import { formFiles } from "~/db/schema/site/forms";
import { isChosen } from "~/documents/file-rules";
import { lineField, type StoredFileOption, textField } from "../../fields/fields";
import { fileField } from "../../fields/file";
import { type Content, defineKind, type Listed, type Problems } from "../../kind";
import { textIn } from "../rows.server";

const fields = [
  lineField({
    ...{ name: "title", label: "Title", group: "Form", max: 150 },
    help: "The downloaded file gets this name.",
  }),
  textField({
    ...{ name: "description", label: "Description", group: "Form", max: 500, rows: 3 },
    help: "What it is for, in a sentence or two.",
  }),
  lineField({
    ...{ name: "country", label: "Country", group: "Form", max: 80 },
    help: "Visitors can filter forms by this. Choose an existing one or enter a new one.",
  }),
  lineField({
    ...{ name: "visa_type", label: "Visa type", group: "Form", max: 80 },
    help: "Such as “Work permit”. Choose an existing one or enter a new one.",
  }),
  fileField({
    ...{ name: "file", label: "File", group: "File", rules: formRules },
    help: "Visitors get it at the same address as the previous file, once it has been checked for viruses. Until then they get the previous file.",
    nameOf: (key) => readFormKey(key)?.name ?? null,
  }),
];

const storedFile = async (from: Queryable, content: Content) =>
  (
    await from
      .select()
      .from(formFiles)
      .where(eq(formFiles.storageKey, textIn(content.file)))
  )[0];

async function needs(content: Content, from: Queryable): Promise<Problems> {
  const file = await storedFile(from, content);
  return {
    ...(content.description ? {} : { description: "Describe what it’s for: this appears on the form’s card." }),
    ...(content.country ? {} : { country: "Enter the country it’s for." }),
    ...(content.visa_type ? {} : { visa_type: "Enter the type of visa it’s for." }),
    ...(file?.scan === "infected" ? { file: virusMessage(file.virus) } : {}),
  };
}

/** Titles are unique in the library; a file must be a stored one. */
async function taken(from: Queryable, key: string, content: Content): Promise<Problems> {
  const same = and(eq(sql`lower(${forms.title})`, textIn(content.title).toLowerCase()), ne(forms.id, key));
  const isDuplicate = (await from.$count(forms, same)) > 0;
  const file = textIn(content.file);
  const isThere =
    file === "" ||
    (await storedFile(from, content)) !== undefined ||
    (await from.$count(forms, and(eq(forms.id, key), eq(forms.fileKey, file)))) > 0;
  return {
    ...(isDuplicate ? { title: "Another form has this title. Choose another." } : {}),
    ...(isThere ? {} : { file: "This file no longer exists. Please choose it again." }),
  };
}

/** All forms by title; a form without a public file says why. */
async function list(from: Queryable): Promise<Listed[]> {
  const rows = await from.select().from(forms).orderBy(asc(forms.title));
  return rows.map(({ id, title, country, visaType, fileKey, waitingFileKey, published }) => {
    const file = waitingFileKey ? "its file is being checked for viruses" : fileKey ? null : "without a file";
    const note = [country, visaType, file].filter(Boolean).join(" · ");
    return { key: id, name: title, note, isPublic: published };
  });
}

/** Until its file is scanned, visitors get the former file or none. */
async function publish(tx: Transaction, key: string, content: Content): Promise<void> {
  const fileKey = textIn(content.file) || null;
  const [file] = fileKey
    ? await tx.select().from(formFiles).where(eq(formFiles.storageKey, fileKey)).for("update")
    : [];
  const isBlocked = file?.scan === "waiting" || file?.scan === "infected";
  const row = {
    title: textIn(content.title),
    description: textIn(content.description),
    country: textIn(content.country),
    visaType: textIn(content.visa_type),
    published: true,
    ...(isBlocked
      ? { waitingFileKey: file.scan === "waiting" ? fileKey : null }
      : { fileKey, fileSize: file?.size ?? null, waitingFileKey: null }),
  };
  await tx
    .insert(forms)
    .values({ id: key, ...row })
    .onConflictDoUpdate({ target: forms.id, set: row });
}

export const formsKind = defineKind({
  may: "regular_admin",
  ...{ kind: "forms", title: "Forms", fields, needs, taken, publish },
  about: "The files that visitors download: checklists, letters and worksheets.",
  check: ({ title }) => (title ? {} : { title: "Enter a title." }),
  many: {
    ...{ noun: "form", first: "No forms yet. Add the first one.", canAdd: true, list },
    name: ({ title }) => textIn(title),
    async offline(tx, key) {
      await tx.update(forms).set({ published: false }).where(eq(forms.id, key));
    },
  },
  async options(from) {
    const [known, used, types] = [
      await from.select({ name: countries.name }).from(countries),
      await from.selectDistinct({ name: forms.country }).from(forms),
      await from.selectDistinct({ name: forms.visaType }).from(forms).orderBy(asc(forms.visaType)),
    ];
    const names = new Set([...used, ...known].map(({ name }) => name));
    return { country: [...names].sort(), visa_type: types.map(({ name }) => name) };
  },
  files: storedFiles,
  async receive(by, { form }) {
    const file = form.get("file.file");
    if (!isChosen(file)) return { ok: true, typed: {} };
    const stored = await storeFormFile(by, file);
    if (stored.ok) return { ok: true, typed: { file: [stored.key] } };
    const problems = { file: stored.message };
    return refuse("invalid", "Nothing was saved. Fix the highlighted fields.", { problems });
  },
  async read(from, key) {
    const [row] = await from
      .select()
      .from(forms)
      .where(and(eq(forms.id, key), eq(forms.published, true)));
    if (!row) return null;
    const { title, description, country, visaType, fileKey, waitingFileKey } = row;
    return { title, description, country, visa_type: visaType, file: waitingFileKey ?? fileKey };
  },
  pages: [{ path: "/forms", name: "Forms" }],
});

/** Every file that a form has or had, the newest version's first, with who uploaded it and when. */
async function storedFiles(from: Queryable, key: string): Promise<StoredFileOption[]> {
  if (!z.uuid().safeParse(key).success) return [];
  const ofForm = and(eq(contentVersions.kind, "forms"), eq(contentVersions.key, key));
  const [form] = await from.select().from(forms).where(eq(forms.id, key));
  const versions = await from.select().from(contentVersions).where(ofForm).orderBy(desc(contentVersions.number));
  // Staff download a file through any version that uses it; the public file has the visitors' URL.
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
      ...{
        by: nameOf(row?.uploadedBy ?? null),
        byEmail: row?.uploadedBy ?? null,
        at: row ? nassauTime(row.createdAt) : "",
      },
      ...{ scan: row?.scan ?? "not_scanned", virus: row?.virus ?? null },
      isPublic: form?.published === true && form.fileKey === value,
    };
  });
}

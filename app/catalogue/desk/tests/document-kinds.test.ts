import { describe, expect, test } from "vitest";
import { type DateRule, documentFormats } from "~/db/schema/values";
import { documentInputs, documentRows } from "../../../../test/harness/desk/document-rows";
import { withoutChange } from "../../../../test/harness/desk/verbs";
import { EditedDocuments } from "../../../../test/harness/in-process/edited-documents";
import { editService, openService } from "../../../../test/harness/in-process/services";
import { lastRecord } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { type DocumentRow, readRows, rowsOf } from "../required/document-rows";
import { serviceKind } from "../service-kind.server";

const database = testDatabase();
const edited = new EditedDocuments(database);
const { rows, save } = edited;

describe("what a document is", () => {
  const purposes = () =>
    database.query<{ type: string; purpose: string }>(
      "select document_type as type, purpose from document_requirements where visa_service_id = $1 order by display_order",
      [edited.id],
    );

  test("[U-MRZ-1] staff choose which document is the passport’s page or a photo, and can exchange the two", async () => {
    const [passport, photo] = await rows();
    if (!passport || !photo) throw new Error("They are not stored");
    expect([passport.purpose, photo.purpose]).toEqual(["document", "document"]);
    const form = new FormData();
    for (const [name, value] of Object.entries(documentInputs({ ...photo, purpose: "photo" }))) form.set(name, value);
    expect(rowsOf(readRows(form))).toMatchObject([{ name: "Photograph", purpose: "photo" }]);

    const chosen: DocumentRow[] = [
      { ...passport, purpose: "passport_page" },
      { ...photo, purpose: "photo" },
    ];
    expect(await save(chosen)).toMatchObject({ ok: true });
    expect(await rows()).toEqual(chosen);
    const exchanged: DocumentRow[] = [
      { ...photo, purpose: "passport_page" },
      { ...passport, purpose: "photo" },
    ];
    expect(await save(exchanged)).toMatchObject({ ok: true });
    expect(await purposes()).toEqual([
      { type: "photograph", purpose: "passport_page" },
      { type: "passport_copy", purpose: "photo" },
    ]);
  });

  test("[U-MRZ-1, U-PHOTO-1] the record says which document became the passport’s page or a photo, and its rule", async () => {
    const [passport, photo] = await rows();
    if (!passport || !photo) throw new Error("They are not stored");
    const formats = (name: string, more: string) => `${name}${more}, ${documentFormats.join(", ")}`;
    const before = `${formats("Passport copy, required", "")}; ${formats("Photograph, optional", "")}`;
    const photoRule = {
      ...{ leastWidth: "600", leastHeight: "700", proportionWidth: "35", proportionHeight: "45" },
      ...{ leastKilobytes: "54", mostKilobytes: "240" },
    };
    await save([
      { ...passport, purpose: "passport_page" },
      { ...photo, purpose: "photo", ...photoRule },
    ]);
    const ofPhoto =
      ", a photo of the person, at least 600 pixels wide, at least 700 pixels high, proportion 35:45, at least 54 KB, at most 240 KB";
    const after = `${formats("Passport copy, required", ", the passport’s photo page")}; ${formats("Photograph, optional", ofPhoto)}`;
    const found = await openService(database, edited.id);
    const format = serviceKind().fields.find(({ name }) => name === "requirements")?.format;
    expect(format?.(found.values.requirements)).toBe(after);
    expect(await lastRecord(database)).toMatchObject({
      action: "service_updated",
      details: { changes: [{ field: "Required documents", from: expect.stringContaining("Photograph") }] },
    });
    await save([
      { ...passport, purpose: "document" },
      { ...photo, purpose: "document" },
    ]);
    expect(format?.((await openService(database, edited.id)).values.requirements)).toBe(before);
  });

  test("[U-MRZ-1] a second passport page is refused at its field, and nothing is changed", async () => {
    const pages = documentRows("A", { name: "B", purpose: "passport_page" }, { name: "C", purpose: "passport_page" });
    expect(await withoutChange(database, () => save(pages))).toMatchObject({
      ok: false,
      reason: "invalid",
      detail: {
        problems: [
          {
            ...{ field: "requirements", row: "new-3", part: "purpose" },
            message: "Only one document can be the passport’s photo page.",
          },
        ],
      },
    });
  });

  test("[U-MRZ-1, U-AGE-4] a passport page has no rule about its date of issue, because nobody is asked for it", async () => {
    const rule = { dateAmount: "6", dateUnit: "months" as const };
    const page = (dateRule: DateRule) => documentRows({ name: "B", purpose: "passport_page", dateRule, ...rule });
    for (const dateRule of ["submission", "filing"] as const)
      expect(await withoutChange(database, () => save(page(dateRule)))).toMatchObject({
        ok: false,
        detail: {
          problems: [{ field: "requirements", part: "purpose", message: expect.stringContaining("expiration") }],
        },
      });
    expect(await save(page("trip"))).toMatchObject({ ok: true });
  });

  test("[U-MRZ-1] a form from before the choice keeps its rows as plain documents", () => {
    const rows = documentRows("A").map(({ purpose: _, ...row }) => row);
    expect(rowsOf(JSON.stringify(rows))).toMatchObject([{ name: "A", purpose: "document" }]);
  });

  test("[U-MRZ-1] a draft, a version and a form from before the choice keep passport copies and photos what the upgrade made them", async () => {
    const before = [...(await rows()), ...documentRows({ key: "photo", name: "Photo" })].map(
      ({ purpose: _, ...row }) => row,
    );
    expect(
      await editService(database, edited.staff, edited.id, { requirements: JSON.stringify(before) }),
    ).toMatchObject({
      ok: true,
    });
    expect(await purposes()).toEqual([
      { type: "passport_copy", purpose: "passport_page" },
      { type: "photograph", purpose: "document" },
      { type: "photo", purpose: "photo" },
    ]);
    const form = new FormData();
    for (const [name, value] of Object.entries(documentInputs({ key: "passport_copy", name: "Passport copy" })))
      if (!name.endsWith(".purpose")) form.set(name, value);
    expect(rowsOf(readRows(form))).toMatchObject([{ key: "passport_copy", purpose: "passport_page" }]);
  });

  test("[U-MRZ-1] a new installation has both special kinds for passport copies and photographs, and for nothing else", async () => {
    const kinds = await database.query<{ type: string; purpose: string }>(
      `select distinct document_type as type, purpose from document_requirements r
       join visa_services s on s.id = r.visa_service_id
       where s.slug <> 'test' and (purpose <> 'document' or document_type in ('passport_copy', 'photo')) order by 1`,
    );
    expect(kinds).toEqual([
      { type: "passport_copy", purpose: "passport_page" },
      { type: "photo", purpose: "photo" },
    ]);
  });
});

describe("the rule of a photo of the person", () => {
  const size = { leastWidth: "600", leastHeight: "600" };
  const square = { proportionWidth: "1", proportionHeight: "1" };
  const rule = async (): Promise<unknown> =>
    (
      await database.query<{ rule: unknown }>(
        "select photo_rule as rule from document_requirements where visa_service_id = $1 order by display_order",
        [edited.id],
      )
    ).map((row) => row.rule);
  const photo = (fields: Partial<DocumentRow>) => documentRows({ name: "Photo", purpose: "photo", ...fields });
  const problems = async (fields: Partial<DocumentRow>) => {
    const result = await withoutChange(database, () => save(photo(fields)));
    return result.ok
      ? []
      : result.detail?.problems?.map((problem) => ["part" in problem && problem.part, problem.message]);
  };

  test("[U-PHOTO-1] staff set pixels, proportion and kilobytes, each optional, and read them again", async () => {
    const typed = { ...size, ...square, leastKilobytes: "054", mostKilobytes: "240" };
    const form = new FormData();
    for (const [name, value] of Object.entries(documentInputs(...photo(typed)))) form.set(name, value);
    expect(await save(rowsOf(readRows(form)))).toMatchObject({ ok: true });
    const proportion = { width: 1, height: 1 };
    expect(await rule()).toEqual([
      { leastWidth: 600, leastHeight: 600, proportion, leastKilobytes: 54, mostKilobytes: 240 },
    ]);
    expect(await rows()).toMatchObject([{ ...size, ...square, leastKilobytes: "54", mostKilobytes: "240" }]);
    expect(await save(photo({ leastWidth: "10000" }))).toMatchObject({ ok: true });
    expect(await rule()).toEqual([{ leastWidth: 10_000 }]);
    expect(await save(photo({}))).toMatchObject({ ok: true });
    expect(await rule()).toEqual([null]);
  });

  test("[U-PHOTO-1] a document that becomes another kind loses the rule, and its fields are not checked", async () => {
    await save(photo(size));
    expect(await save(photo({ ...size, leastKilobytes: "many", purpose: "document" }))).toMatchObject({ ok: true });
    expect(await rule()).toEqual([null]);
  });

  test("[U-PHOTO-1] numbers out of range, half a proportion and a smallest above the largest are refused at their field", async () => {
    const range = (most: string) => `Enter a whole number from 1 to ${most}.`;
    expect(await problems({ leastWidth: "0", leastHeight: "10001" })).toEqual([
      ["leastWidth", range("10,000")],
      ["leastHeight", range("10,000")],
    ]);
    expect(await problems({ proportionWidth: "3.5", proportionHeight: "1000" })).toEqual([
      ["proportionWidth", range("999")],
      ["proportionHeight", range("999")],
    ]);
    expect(await problems({ proportionWidth: "35" })).toEqual([
      ["proportionHeight", "Enter both numbers of the proportion, or neither."],
    ]);
    expect(await problems({ mostKilobytes: "10241" })).toEqual([["mostKilobytes", range("10,240")]]);
    expect(await problems({ leastKilobytes: "60", mostKilobytes: "54" })).toEqual([
      ["mostKilobytes", "The smallest value is larger than the largest."],
    ]);
  });

  test("[U-PHOTO-1] a new installation has rules for the photos of US and Schengen services only", async () => {
    const found = await database.query<{ slug: string; rule: unknown }>(
      `select s.slug, photo_rule as rule from document_requirements r join visa_services s on s.id = r.visa_service_id
       where photo_rule is not null and s.id <> $1 order by 1`,
      [edited.id],
    );
    const american = { leastWidth: 600, leastHeight: 600, proportion: { width: 1, height: 1 } };
    expect(found).toEqual([
      { slug: "schengen-visitor-visa", rule: { proportion: { width: 35, height: 45 } } },
      { slug: "us-student-f-1-visa", rule: american },
      { slug: "us-travel-b1-b2-visa", rule: american },
    ]);
  });
});

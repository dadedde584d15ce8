import { describe, expect, test } from "vitest";
import { readRequirements } from "~/catalogue/requirements.server";
import { serviceBySlug } from "~/catalogue/services.server";
import { db } from "~/db/client.server";
import { loadStarter } from "~/db/seed/starter/load-starter.server";
import { statementOf } from "~/documents/dates/date-rule";
import { documentInputs, documentRows } from "../../../../test/harness/desk/document-rows";
import { withoutChange } from "../../../../test/harness/desk/verbs";
import { EditedDocuments } from "../../../../test/harness/in-process/edited-documents";
import { editService, openService } from "../../../../test/harness/in-process/services";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { readRows, rowsOf, textOfRows } from "../required/document-rows";

const database = testDatabase();
const edited = new EditedDocuments(database);
const { rows, save } = edited;

describe("the date rule of a document", () => {
  const stored = () =>
    database.query(
      `select date_rule as rule, date_amount as amount, date_unit as unit
       from document_requirements where visa_service_id = $1 order by display_order`,
      [edited.id],
    );
  const none = { rule: null, amount: null, unit: null };

  test.each([
    ["submission", "6", "months", "It must be issued at most 6 months before you submit your application."],
    ["filing", "030", "days", "It must be issued at most 30 days before we file your application."],
    ["trip", " 999 ", "days", "It must be valid for at least 999 days after your trip."],
  ] as const)(
    "[U-AGE-1, U-AGE-2] staff set %s, %s %s, and the service states it",
    async (rule, amount, unit, stated) => {
      const [passport, photo] = await rows();
      if (!passport || !photo) throw new Error("They are not stored");
      const form = new FormData();
      const typed = { ...photo, dateRule: rule, dateAmount: amount, dateUnit: unit };
      for (const [name, value] of Object.entries(documentInputs(passport, typed))) form.set(name, value);
      expect(await save(rowsOf(readRows(form)).map((row, index) => (index === 0 ? passport : row)))).toMatchObject({
        ok: true,
      });
      expect(await stored()).toEqual([none, { rule, amount: Number(amount), unit }]);
      expect((await rows())[1]).toEqual({ ...typed, dateAmount: String(Number(amount)) });
      const [, requirement] = await readRequirements(edited.id);
      expect(requirement?.dateRule && statementOf(requirement.dateRule)).toBe(stated);
      const page = await serviceBySlug("test");
      expect(page?.documents.map(({ dateRule }) => dateRule && statementOf(dateRule))).toEqual([null, stated]);
      expect(await save([passport, photo])).toMatchObject({ ok: true });
      expect(await stored()).toEqual([none, none]);
    },
  );

  test.each(["", "0", "1000", "1.5", "-3", "six", "6 months"])(
    "[U-AGE-1] “%s” is refused at its field, and the rest of the form stays as typed",
    async (dateAmount) => {
      const typed = documentRows({ name: "A", dateRule: "filing", dateAmount, dateUnit: "months" }, "B");
      expect(rowsOf(textOfRows(typed))).toEqual(typed);
      expect(await withoutChange(database, () => save(typed))).toMatchObject({
        ok: false,
        reason: "invalid",
        detail: {
          problems: [
            {
              ...{ field: "requirements", row: "new-1", part: "dateAmount" },
              message: "Enter a whole number from 1 to 999.",
            },
          ],
        },
      });
    },
  );

  test("[U-AGE-1] a number without a rule is not stored", async () => {
    expect(await save(documentRows({ name: "A", dateAmount: "six" }))).toMatchObject({ ok: true });
    expect(await stored()).toEqual([none]);
  });

  test("[U-AGE-1] a form from before the rule keeps its rows without one", () => {
    const before = documentRows("A").map(({ dateRule: _, dateAmount: __, dateUnit: ___, ...row }) => row);
    expect(rowsOf(JSON.stringify(before))).toMatchObject([
      { name: "A", dateRule: "", dateAmount: "", dateUnit: "days" },
    ]);
  });

  test("[U-AGE-1] a new installation has rules for medical certificates, required police certificates and photographs", async () => {
    const rules = await database.query(
      `select distinct document_type as type, is_required as required, date_rule as rule, date_amount as amount, date_unit as unit
       from document_requirements r join visa_services s on s.id = r.visa_service_id
       where s.slug <> 'test' and (date_rule is not null or document_type in ('medical_certificate', 'police_certificate', 'photo'))
       order by 1, 2`,
    );
    expect(rules).toEqual([
      { type: "medical_certificate", required: true, rule: "filing", amount: 30, unit: "days" },
      { type: "photo", required: true, rule: "submission", amount: 6, unit: "months" },
      { type: "police_certificate", required: false, ...none },
      { type: "police_certificate", required: true, rule: "filing", amount: 6, unit: "months" },
    ]);
  });

  test("[U-AGE-1] an upgrade sets no rule, nor does a later start", async () => {
    await database.query("update document_requirements set date_rule = null, date_amount = null, date_unit = null");
    await db.transaction((tx) => loadStarter(tx));
    const [{ n } = { n: -1 }] = await database.query<{ n: number }>(
      "select count(*)::int as n from document_requirements where date_rule is not null",
    );
    expect(n).toBe(0);
  });
});

describe("the usual filing day", () => {
  test.each(["0", "180", " 12 "])("[U-AGE-7] staff set %s days after the submission", async (filingDays) => {
    expect(await editService(database, edited.staff, edited.id, { filingDays })).toMatchObject({ ok: true });
    const { values } = await openService(database, edited.id);
    expect(values.filingDays).toBe(filingDays.trim());
  });

  test.each(["-1", "181", "1.5", "two"])("[U-AGE-7] %s days are refused at the field", async (filingDays) => {
    expect(await editService(database, edited.staff, edited.id, { filingDays })).toMatchObject({
      ok: false,
      detail: { problems: [{ field: "filingDays", message: "Enter a whole number from 0 to 180." }] },
    });
  });
});

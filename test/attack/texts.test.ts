import { describe, expect, test } from "vitest";
import { metadataKey, standardSteps, stepByCode } from "../../app/applications/steps/registry";
import { maxDraftLength } from "../../app/core/character-count";
import { type Field, fieldsOf, type StepDefinition, textLimit } from "../../app/form-engine/definition";
import { readStepForm } from "../../app/form-engine/read-form";
import { visibleFields } from "../../app/form-engine/relevance";
import { maxLengthOf } from "../../app/form-engine/storable";
import { admin } from "../harness/app-server";
import { serviceId } from "../harness/applicants/listed-steps";
import type { MakeFields } from "../harness/desk/access-expected";
import { documentInputs } from "../harness/desk/document-rows";
import { typed } from "../harness/desk/editor-form";
import { inquirer, pdf, send, upload } from "../harness/desk/inquirer";
import { makeStaffFixtures } from "../harness/desk/staff-fixtures";
import { readMetadata } from "../harness/encryption/stored-answers";
import { type Fields, form, HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";
import { limitOf } from "../harness/stored-texts";

const app = await sharedApp();
const fixtures = await makeStaffFixtures(app);

const addOns = ["bahamas_employment", "family_relatives", "criminal_history", "accommodation", "dependents"];
const steps = [...standardSteps, ...addOns.flatMap((code) => stepByCode(code) ?? [])];
const million = "w".repeat(1_000_000);

async function storedOf(id: string, step: StepDefinition) {
  const metadata = await readMetadata(app, id);
  const [row] = await app.query<{ revision: number | null }>(
    "select (revisions ->> $2)::int as revision from visa_applications where id = $1",
    [id, metadataKey(step)],
  );
  return { answers: metadata?.[metadataKey(step)] ?? {}, revision: row?.revision ?? 0 };
}

/** An application with all thirteen steps accessible. */
async function opened(email: string) {
  const client = new HttpClient(app);
  const id = await client.start(email, { service: await serviceId(app, "bahamian-evisa") });
  await app.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
  return { visitor: client, id };
}

/** Kinds of texts that a draft stores over their limits, so that nothing typed is cut (N-TEXT-2). */
const isDraftText = (kind: Field["kind"]) => ["text", "textarea", "email", "phone", "country"].includes(kind);
const draftLimitOf = (field: Parameters<typeof maxLengthOf>[0]) =>
  isDraftText(field.kind) ? maxDraftLength : maxLengthOf(field);

/** Every text of a step by its input name, with its limit; of a list, of its first entry. */
const textsOf = (fields: readonly Field[]) =>
  fields.flatMap((field): { name: string; kind: Field["kind"]; limit: number; list?: string }[] => {
    if (field.kind === "list")
      return field.fields.flatMap((part) => {
        const limit = draftLimitOf(part);
        return limit === undefined
          ? []
          : [{ name: `${field.name}[0].${part.name}`, kind: part.kind, limit, list: field.name }];
      });
    const limit = field.kind === "number" && field.compute ? undefined : draftLimitOf(field);
    return limit === undefined ? [] : [{ name: field.name, kind: field.kind, limit }];
  });

describe("answers of a draft", () => {
  test.each(steps.map((step): [string, StepDefinition] => [step.code, step]))(
    "[V-ATK-8] %s: each text is stored up to its limit and refused at its field one character over it, and the others are stored",
    async (code, step) => {
      const { visitor: client, id } = await opened(`limits.${code}@mail.example`);
      const texts = textsOf(fieldsOf(step));
      const yes = fieldsOf(step).flatMap(({ kind, name }) => (kind === "yesno" ? [[name, "yes"]] : []));
      const inputOf = ({ name, kind }: (typeof texts)[number]) => (kind === "date" ? `${name}.day` : name);
      const all = (over: number) =>
        Object.fromEntries([...yes, ...texts.map((text) => [inputOf(text), "w".repeat(text.limit + over)])]);
      const save = async (fields: Record<string, string>, intent = "save") => {
        const { revision } = await storedOf(id, step);
        return client.save(id, { ...fields, step: code, revision: String(revision), intent });
      };
      expect(await save(all(0)), code).toMatchObject({ status: 200, outcome: { kind: "saved" } });
      const { answers: atLimit } = await storedOf(id, step);

      const values = { ...all(1), ...(texts[0] ? { [inputOf(texts[0])]: "Short" } : {}) };
      const refused = await save(values);
      const answers = readStepForm(step, new URLSearchParams(values));
      // Hidden answers aren't stored either, and don't block the step.
      const shownNames = visibleFields(step, answers).map(({ name }) => name);
      const shownTexts = texts.slice(1).filter(({ name, list }) => shownNames.includes(list ?? name));
      if (shownTexts.length > 0) {
        expect([refused.status, refused.outcome.kind]).toEqual([422, "invalid"]);
        expect([...((refused.outcome.unsaved as string[]) ?? [])].sort()).toEqual(
          shownTexts.map(({ name }) => name).sort(),
        );
        for (const { name, message } of refused.outcome.problems as { name: string; message: string }[]) {
          const text = texts.find((candidate) => candidate.name === name);
          if (text && text.kind !== "country" && isDraftText(text.kind))
            expect(message).toMatch(/can have at most [\d,]+ characters; this one has more than 10,000$/);
          else expect(message).toMatch(/must be a real date|must be a number|choose/);
        }
      }
      const { answers: after } = await storedOf(id, step);
      const first = texts[0];
      // Text that isn't a date is stored with the answer, as the first input's.
      const rawInputs = (after._typed ?? {}) as Record<string, unknown>;
      if (first && !first.list) expect(after[first.name] ?? rawInputs[`${first.name}.day`]).toBe("Short");
      // The former value stays; in an entry of a list only the text is dropped.
      for (const { name, list } of texts.slice(1))
        if (!list) expect([name, after[name]]).toEqual([name, atLimit[name]]);
    },
  );

  test("[V-ATK-8] a name of 1 MB is refused at its field, shown again and stored in no row, by any button, with JavaScript and without", async () => {
    const client = new HttpClient(app);
    const id = await client.start("megabyte@mail.example");
    for (const intent of ["save", "next", "exit", "documents", "goto:applicant_info", "add:otherNames"]) {
      const fields = form("applicant_info", "Applicant Information", { firstName: million, intent });
      const [row] = await app.query<{ revision: number }>(
        "select coalesce((revisions ->> 'step1')::int, 0) as revision from visa_applications where id = $1",
        [id],
      );
      const data = { ...fields, lastName: `Last ${intent}`, revision: String(row?.revision ?? 0) };
      const page = await client.post(`/apply/${id}`, data);
      const html = await page.text();
      expect([intent, page.status]).toEqual([intent, 422]);
      expect(html).toContain("First name can have at most 120 characters");
      expect(html).toContain(million);
      const again = await client.save(id, { ...data, revision: String((row?.revision ?? 0) + 1), lastName: "Last" });
      expect([intent, again.status, again.outcome.unsaved]).toEqual([intent, 422, ["firstName"]]);
      const [stored] = await app.query<{ last: string; longest: number }>(
        `select metadata -> 'step1' ->> 'lastName' as last, length(metadata::text) as longest from visa_applications where id = $1`,
        [id],
      );
      expect([intent, stored?.last]).toEqual([intent, "Last"]);
      expect(stored?.longest).toBeLessThan(5_000);
    }
  });

  test("[V-ATK-8] a list accepts entries up to its limit, a group only offered options, and unknown names are no answers", async () => {
    const { visitor: client, id } = await opened("entries@mail.example");
    const info = stepByCode("applicant_info");
    const list = info && fieldsOf(info).find((field) => field.kind === "list");
    if (!info || list?.kind !== "list") throw new Error("no list");
    const entries = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${list.name}[${index}].name`, `Name ${index}`]));
    const save = async (fields: Record<string, string>, code = "applicant_info") =>
      client.save(id, {
        ...fields,
        step: code,
        revision: String((await storedOf(id, stepByCode(code) ?? info)).revision),
      });
    expect((await save(entries(list.maxEntries))).status).toBe(200);
    const over = await save({
      ...entries(999),
      hasOtherNames: "yes",
      firstName: "Ana",
      [`x${million.slice(0, 150)}`]: million.slice(0, 100_000),
    });
    expect([over.status, over.outcome.unsaved]).toEqual([422, [list.name]]);
    const { answers } = await storedOf(id, info);
    expect([answers.firstName, (answers[list.name] as unknown[]).length]).toEqual(["Ana", list.maxEntries]);
    expect(Object.keys(answers).sort()).toEqual(["firstName", "hasOtherNames", list.name].sort());

    const response = await save({ "relativeStatuses.father": million.slice(0, 200_000) }, "family_relatives");
    expect([response.status, response.outcome.unsaved]).toEqual([422, ["relativeStatuses.father"]]);
    const relatives = stepByCode("family_relatives");
    expect(relatives && (await storedOf(id, relatives)).answers).toEqual({});
  });

  test("[V-ATK-8] every kind of field has a limit, and no step has a field of another kind", () => {
    const withoutText = ["yesno", "tick", "list", "statuses", "file"];
    for (const step of steps)
      for (const field of fieldsOf(step))
        for (const part of field.kind === "list" ? field.fields : [field])
          if (!withoutText.includes(part.kind))
            expect([part.name, maxLengthOf(part)]).toEqual([part.name, expect.any(Number)]);
    expect(Math.max(...Object.values(textLimit))).toBeLessThanOrEqual(2000);
  });
});

describe("all other texts", () => {
  const over = (limit: number) => "w".repeat(limit + 1);
  /** The maximum size of a form. */
  const most = "w".repeat(240_000);
  const mail = (length: number) => `${"a".repeat(length - 13)}@mail.example`;

  /** Where a text is sent, the form's other fields, and the field with its limit; `last` without a status. */
  type Sending = [what: string, path: string, field: string, limit: number, rest: MakeFields];
  const sendings: Sending[] = [
    ["a note", "application", "body", 4000, () => ({ intent: "add-note", note: crypto.randomUUID() })],
    [
      "an edited note",
      "application",
      "body",
      4000,
      async (w) => ({ intent: "edit-note", note: await w.note(), revision: "1" }),
    ],
    ["a message with a status", "application", "message", 2000, () => ({ intent: "status", status: "under_review" })],
    ["notes of an inquiry", "inquiry", "notes", 10_000, () => ({ intent: "notes", revision: "0" })],
    ["a service's name", "service", "serviceName", 200, () => ({})],
    ["its slug", "service", "slug", 200, () => ({})],
    ["its overview", "service", "overview", 20_000, () => ({})],
    ["its description", "service", "description", 1000, () => ({})],
    ["its keywords", "service", "metaKeywords", 500, () => ({})],
    ["one of its documents", "service", "requirements.0.name", 120, () => documentInputs("A paper")],
    ["what it must show", "service", "requirements.0.description", 1000, () => documentInputs("A paper")],
  ];
  test.each(sendings)(
    "[V-ATK-8] %s (%s, %s): %d characters are stored, one more is refused",
    async (_, place, field, limit, rest) => {
      for (const [text, isAccepted] of [
        ["w".repeat(limit), true],
        [over(limit), false],
        [most, false],
      ] as const) {
        const subject =
          place === "application"
            ? fixtures.application
            : place === "inquiry"
              ? await fixtures.inquiry()
              : await fixtures.service();
        const path = `/admin/${place === "inquiry" ? "inquiries" : `${place}s`}/${subject}`;
        const form = { ...(await rest(fixtures)), [field]: text } as Fields;
        const response = await fixtures.superAdmin.post(
          path,
          place === "service" ? await typed(fixtures.superAdmin, path, form) : form,
        );
        expect([field, text.length, response.status]).toEqual([field, text.length, isAccepted ? 302 : 400]);
      }
    },
  );

  test("[V-ATK-8] an inquiry, a start, the newsletter, a reason, a file name and a view have length limits", async () => {
    const client = new HttpClient(app);
    const inquiries: [string, number, (length: number) => string][] = [
      ["fullName", 120, (length) => "長".repeat(length)],
      ["purpose", 150, (length) => "長".repeat(length)],
      ["phone", 30, (length) => "1".repeat(length)],
      ["email", 254, mail],
    ];
    for (const [field, limit, make] of inquiries) {
      const refused = await send(client, { ...inquirer, [field]: make(limit + 1) });
      expect([field, refused.status, refused.problems?.map(({ name }) => name)]).toEqual([field, 422, [field]]);
      expect((await send(client, { ...inquirer, [field]: most.slice(0, 200_000) })).status).toBe(422);
    }
    expect(
      (await send(new HttpClient(app), { ...inquirer, fullName: "長".repeat(120), phone: "1".repeat(30) })).ok,
    ).toBe(true);
    for (const email of [mail(255), mail(200_000)]) {
      const start = { email, terms: "yes", attempt: crypto.randomUUID() };
      expect((await client.post("/apply", start)).status).toBe(422);
      expect((await client.post("/newsletter", { email })).status).toBe(422);
      expect((await client.post("/admin/forgot-password", { email })).status).toBe(400);
      expect((await client.post("/admin/login", { email, password: "x" })).status).not.toBe(302);
    }
    const id = await client.start("reasons@mail.example");
    await client.fillIn(id);
    await client.submit(id);
    for (const reason of [over(1000), most]) {
      const response = await client.post(`/apply/${id}/withdraw`, { reason });
      expect(response.status).toBe(422);
      expect(await response.text()).toContain("Please use at most 1,000 characters");
    }
    expect((await client.post(`/apply/${id}/withdraw`, { reason: "w".repeat(1000) })).status).toBe(302);
    const named = await upload(new HttpClient(app), `${"n".repeat(5000)}.pdf`, pdf());
    expect(named.status).toBe(200);
    const service = await fixtures.service();
    const view = { service, session: "a".repeat(32), referrer: `https://elsewhere.example/${"r".repeat(1900)}` };
    expect(
      (await client.post("/services/views", view, { "user-agent": `Mozilla/5.0 ${"u".repeat(8000)}` })).status,
    ).toBe(204);
    const signed = await client.post(
      "/admin/login",
      { email: admin.email, password: admin.password },
      { "user-agent": `Mozilla/5.0 ${"u".repeat(8000)}` },
    );
    expect(signed.status).toBe(302);
  });

  test("[V-ATK-8] a service copied repeatedly keeps its name and slug within their limits", async () => {
    let service = await fixtures.service();
    await fixtures.superAdmin.post(
      `/admin/services/${service}`,
      await typed(fixtures.superAdmin, `/admin/services/${service}`, {
        serviceName: "w".repeat(200),
        slug: "s".repeat(200),
      }),
    );
    for (let time = 0; time < 3; time++) {
      const copied = await fixtures.superAdmin.post("/admin/services", { intent: "duplicate", serviceId: service });
      service = /services\/([0-9a-f-]{36})/.exec(copied.headers.get("location") ?? "")?.[1] ?? "";
      expect(service).not.toBe("");
    }
  });

  test("[V-ATK-8] every text column has a limit, and no row exceeds it after these tests", async () => {
    await fixtures.rest();
    const texts = await app.query<{ table: string; column: string; longest: number | null }>(
      `select c.table_name as table, c.column_name as column,
         (xpath('/row/n/text()', query_to_xml(format('select max(length(%I::text)) as n from %I', c.column_name, c.table_name), false, true, '')))[1]::text::int as longest
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb', 'ARRAY')`,
    );
    expect(texts.length).toBeGreaterThan(200);
    const unknown = texts.filter(({ table, column }) => limitOf(table, column) === undefined);
    expect(unknown.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
    const long = texts.filter(({ table, column, longest }) => (longest ?? 0) > (limitOf(table, column) ?? 0));
    expect(long).toEqual([]);
  });
});

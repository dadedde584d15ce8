import { beforeEach, describe, expect, test } from "vitest";
import { pdfFile, upload } from "../harness/applicants/uploads";
import { signIn } from "../harness/desk/desk";
import { documentInputs } from "../harness/desk/document-rows";
import { typed } from "../harness/desk/editor-form";
import { fill, press } from "../harness/desk/form";
import { wordDocx } from "../harness/fakes/papers";
import { type Fields, HttpClient } from "../harness/http-client";
import { articles, pageThat, readPage, region, textOfElement } from "../harness/page-text";
import { type Screen, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

let id: string;
let path: string;
const names = ["First paper", "Second paper", "Third paper", "Fourth paper"];

const app = await sharedApp();
const desk = await signIn(app);
beforeEach(async () => {
  const made = await desk.post(
    "/admin/services/new",
    await typed(desk, "/admin/services/new", {
      ...{ governmentFee: "1", serviceFee: "1" },
      serviceName: `Papers ${crypto.randomUUID()}`,
      slug: `papers-${crypto.randomUUID()}`,
      isFeatured: "yes",
      ...documentInputs(...names),
    }),
  );
  expect(made.status).toBe(302);
  const [row] = await app.query<{ id: string }>("select id from visa_services order by created_at desc limit 1");
  id = row?.id ?? "";
  path = `/admin/services/${id}`;
});

const slug = async () =>
  (await app.query<{ slug: string }>("select slug from visa_services where id = $1", [id]))[0]?.slug ?? "";
const editor = async () => screenOf(await (await desk.get(path)).text());
const pressButton = async (screen: Screen, button: string | RegExp) => {
  const response = await press(desk, screen.getByRole("button", { name: button }), path);
  return { status: response.status, screen: screenOf(await response.text()) };
};
const shown = (screen: Screen) =>
  screen.getAllByLabelText(/^Name/).map((field) => ("value" in field ? String(field.value) : ""));
const save = async (change: Fields = {}) => desk.post(path, await typed(desk, path, change));
const stored = async () =>
  (await app.query<{ names: string[] }>("select requirements as names from visa_services where id = $1", [id]))[0]
    ?.names;

describe("the documents tab without JavaScript", () => {
  test("[K-DOCS-6] buttons reorder the documents and keep the typed values, and nothing is stored before Save", async () => {
    const first = await editor();
    fill(first, /^Service name/, "Typed meanwhile");
    const down = await pressButton(first, "Move down: First paper");
    expect([down.status, shown(down.screen)]).toEqual([
      200,
      ["Second paper", "First paper", "Third paper", "Fourth paper"],
    ]);
    const up = await pressButton(down.screen, "Move up: Fourth paper");
    expect(shown(up.screen)).toEqual(["Second paper", "First paper", "Fourth paper", "Third paper"]);
    expect(up.screen.getByDisplayValue("Typed meanwhile")).toBeTruthy();
    expect(await stored()).toEqual(names);
    await press(desk, up.screen.getByRole("button", { name: "Save changes" }), path);
    expect(await stored()).toEqual(["Second paper", "First paper", "Fourth paper", "Third paper"]);
  });

  test("[K-DOCS-1] staff add, describe and remove a document", async () => {
    const added = await pressButton(await editor(), "Add a document");
    expect(shown(added.screen)).toEqual([...names, ""]);
    const field = added.screen.getAllByLabelText(/^Name/).at(-1);
    Object.assign(field ?? {}, { value: "Fifth paper" });
    const removed = await pressButton(added.screen, "Remove: First paper");
    await press(desk, removed.screen.getByRole("button", { name: "Save changes" }), path);
    expect(await stored()).toEqual([...names.slice(1), "Fifth paper"]);
  });

  test("[K-DOCS-6] an empty name is reported at its field and in the summary, and all typed values stay", async () => {
    const response = await save({ "requirements.1.name": " ", "requirements.2.description": "All four corners." });
    expect(response.status).toBe(400);
    const screen = screenOf(await response.text());
    const [, second] = screen.getAllByLabelText(/^Name/);
    expect(second?.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByRole("link", { name: "Required documents: Enter the name of the document." })).toBeTruthy();
    expect(screen.getByDisplayValue("All four corners.")).toBeTruthy();
  });

  test("[K-DOCS-5] a document with uploaded files is removed only after a confirmation", async () => {
    await app.query(
      `insert into visa_applications (visa_service_id, application_number, resume_token, user_email)
       select $1, left(gen_random_uuid()::text, 12), gen_random_uuid(), '' from generate_series(1, 3)`,
      [id],
    );
    await app.query(
      `insert into documents (application_id, document_type, document_name, storage_key, content_type, byte_size, sha256)
       select id, 'first_paper', 'scan.pdf', gen_random_uuid()::text, 'application/pdf', 2000, ''
       from visa_applications, generate_series(1, 2) where visa_service_id = $1`,
      [id],
    );
    const confirmation = await pressButton(await editor(), "Remove: First paper");
    expect(shown(confirmation.screen)).toEqual(names);
    const question = confirmation.screen.getByRole("group", { name: /^Remove First paper\?/ });
    expect(textOfElement(question)).toContain("3 applications have files for it. They keep them.");
    const restored = await pressButton(confirmation.screen, "Keep it on the list");
    expect(shown(restored.screen)).toEqual(names);
    const removed = await pressButton((await pressButton(restored.screen, "Remove: First paper")).screen, "Remove it");
    expect(shown(removed.screen)).toEqual(names.slice(1));
    await press(desk, removed.screen.getByRole("button", { name: "Save changes" }), path);
    expect(await stored()).toEqual(names.slice(1));
    await app.query("delete from visa_applications where visa_service_id = $1", [id]);
  });
});

describe("a sample document", () => {
  const send = async (file: File, change: Fields = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(await typed(desk, path, change))) form.set(name, value);
    form.set("requirements.0.file", file);
    return desk.post(path, form);
  };
  const address = async () => {
    const [row] = await app.query<{ id: string }>(
      "select d.id from documents d join document_requirements r on r.id = d.sample_of where r.visa_service_id = $1",
      [id],
    );
    return row && `/samples/${row.id}`;
  };

  test("[K-DOCS-4] any visitor can open a sample from the service's page, as an inert file, until it is removed", async () => {
    expect((await send(pdfFile("sample.pdf"))).status).toBe(302);
    const at = (await address()) ?? "";
    const service = await pageThat(app, `/visa/${await slug()}`, ({ html }) => html.includes(at));
    const link = region(service.screen, "What you need").getByRole("link", { name: /^See a sample of First paper/ });
    expect(link.getAttribute("href")).toBe(at);
    const response = await new HttpClient(app).get(at);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("content-disposition")).toContain("inline");
    expect(response.headers.get("x-robots-tag")).toContain("noindex");
    expect((await response.text()).startsWith("%PDF-1.4")).toBe(true);
    await save({ "requirements.0.sample": "" });
    expect((await new HttpClient(app).get(at)).status).toBe(404);
    expect((await pageThat(app, `/visa/${await slug()}`, ({ html }) => !html.includes(at))).html).not.toContain(
      "See a sample",
    );
  });

  test("[K-DOCS-4] a sample that is no PDF or picture is refused at its row, and the typed values stay", async () => {
    const response = await send(new File([wordDocx()], "sample.docx"), { overview: "Typed meanwhile" });
    expect(response.status).toBe(422);
    const { words, ...screen } = screenOf(await response.text());
    expect(words).toContain("File type .docx is not allowed. Accepted types: pdf, jpg, jpeg, png");
    expect(screen.getByDisplayValue("Typed meanwhile")).toBeTruthy();
    expect(await address()).toBeUndefined();
  });

  test("[K-DOCS-4] a sample chosen with another field invalid, or with a row button, is kept for the next attempt", async () => {
    const refused = await send(pdfFile("sample.pdf"), { serviceName: "" });
    expect(refused.status).toBe(400);
    const screen = screenOf(await refused.text());
    expect(screen.getByRole("link", { name: "sample.pdf" })).toBeTruthy();
    expect(await address()).toBeUndefined();
    const again = await send(pdfFile("sample.pdf"), { rows: "down new-1" });
    expect(screenOf(await again.text()).getByRole("link", { name: "sample.pdf" })).toBeTruthy();
  });

  test("[K-DOCS-4] no other document can be opened at the URL of samples", async () => {
    const [row] = await app.query<{ id: string }>("select id from documents where sample_of is null limit 1");
    for (const unknownId of [row?.id ?? crypto.randomUUID(), crypto.randomUUID(), "x"])
      expect((await desk.get(`/samples/${unknownId}`)).status).toBe(404);
  });
});

test("[K-DOCS-3, K-DOCS-5] an applicant sees the formats of each document and keeps the files of a removed one", async () => {
  const plain = await typed(desk, path);
  for (const format of ["pdf", "doc", "docx"]) delete plain[`requirements.0.${format}`];
  expect((await desk.post(path, plain)).status).toBe(302);
  const applicant = new HttpClient(app);
  const application = await applicant.start(`papers-${id}@mail.example`, { service: id });
  const documents = async () => screenOf(await (await applicant.get(`/apply/${application}/documents`)).text());
  const accepted = (screen: Screen, name: string) =>
    region(screen, name).getByLabelText(`Add: ${name}`).getAttribute("accept");
  const first = await documents();
  expect(accepted(first, "First paper")).toMatch(/^\.jpg,\.jpeg,\.png,\.jfif,/);
  expect(accepted(first, "Second paper")).toMatch(/^\.pdf,\.jpg,\.jpeg,\.png,\.doc,\.docx,/);
  const send = async (type: string) => (await upload(applicant, application, type)).json();
  expect(await send("first_paper")).toMatchObject({
    message: "File type .pdf is not allowed. Accepted types: jpg, jpeg, png",
  });
  expect(await send("second_paper")).toMatchObject({ ok: true });
  const rest = await typed(desk, path);
  for (const name of Object.keys(rest)) if (/^requirements\.[1-9]/.test(name)) delete rest[name];
  expect((await desk.post(path, rest)).status).toBe(302);
  const former = region(await documents(), "No longer asked for");
  expect(former.words).toContain("passport.pdf");
  expect(former.words).toContain("Second paper");
  await app.query("delete from visa_applications where id = $1", [application]);
});

test("[K-DOCS-2] service page, cards, start and the eVisa page name the same documents in the same order", async () => {
  await save({ "requirements.0.name": "Paper that was renamed" });
  const renamed = ["Paper that was renamed", ...names.slice(1)];
  const path = `/visa/${await slug()}`;
  const service = await pageThat(app, path, ({ html }) => html.includes("renamed"));
  const needed = region(service.screen, "What you need").getAllByRole("heading", { level: 3 });
  expect(needed.map(textOfElement)).toEqual(renamed);
  const cards = articles((await pageThat(app, "/services", ({ html }) => html.includes("renamed"))).screen);
  const card = cards.find(({ words }) => words.includes("renamed"));
  expect(card?.getAllByRole("listitem").map(textOfElement)).toEqual([...renamed.slice(0, 3), "+1 more"]);
  const start = screenOf(await (await new HttpClient(app).get(`/apply?service=${id}`)).text());
  const ready = region(start, "What to have ready");
  expect(renamed.map((name) => ready.words.indexOf(name))).toEqual(
    renamed.map((name) => ready.words.indexOf(name)).toSorted((a, b) => a - b),
  );
  expect(ready.words).not.toContain("First paper");
  const evisa = await app.query<{ name: string }>(
    `select r.document_name as name from document_requirements r join visa_services s on s.id = r.visa_service_id
     where s.slug = 'bahamian-evisa' order by r.display_order`,
  );
  const page = region((await readPage(app, "/bahamian-evisa")).screen, "Required documents");
  const listed = page.getAllByRole("listitem").map(textOfElement);
  expect(listed).toHaveLength(evisa.length);
  for (const [index, { name }] of evisa.entries()) expect(listed[index]).toContain(name);
});

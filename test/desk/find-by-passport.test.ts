import { expect, test } from "vitest";
import { signIn } from "../harness/desk/desk";
import { form, HttpClient } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const number = "QX-55 1234";
const app = await sharedApp();
const desk = await signIn(app);
const applicant = new HttpClient(app);
const id = await applicant.start("by.passport@mail.example");
await applicant.fillIn(id);
await applicant.save(id, {
  ...form("passport_info", "Passport Information", { passportNumber: number }),
  revision: "1",
});

const path = "/admin/applications/passport";
const find = async (query: string) => {
  const response = await desk.post(path, { number: query });
  return { status: response.status, screen: screenOf(await response.text()) };
};

test("[V-ENC-7] the list links to a page that finds an application by its full passport number, without JavaScript", async () => {
  const list = screenOf(await (await desk.get("/admin/applications")).text());
  const link = list.getByRole("link", { name: "Find by passport number" });
  expect(link.getAttribute("href")).toBe(path);
  const empty = screenOf(await (await desk.get(path)).text());
  const field = empty.getByLabelText("Passport number");
  expect(field.getAttribute("name")).toBe("number");
  expect(field.closest("form")?.getAttribute("method")).toBe("post");

  const { status, screen } = await find("qx551234");
  expect(status).toBe(200);
  expect(screen.getByRole("heading", { name: "1 application" })).toBeTruthy();
  const view = screen.getByRole("link", { name: /^View / });
  expect(view.getAttribute("href")).toBe(`/admin/applications/${id}`);
  expect((await find("qx55123")).screen.getByRole("heading", { name: "Nothing found" })).toBeTruthy();
});

test("[V-ENC-7] an empty search shows its error at the field", async () => {
  const { status, screen } = await find(" ");
  expect(status).toBe(422);
  expect(screen.getByLabelText("Passport number").getAttribute("aria-invalid")).toBe("true");
  expect(screen.words).toContain("Please enter the whole number, as shown in the passport.");
});

test("[V-ENC-7] the searched number appears in no log and in no entry of the record", async () => {
  await find(number);
  const record = await app.query("select * from admin_activity_log where action_type = 'passport_number_searched'");
  expect(record.length).toBeGreaterThan(0);
  const output = `${app.output()}${JSON.stringify(await app.query("select * from admin_activity_log"))}`;
  for (const query of [number, "qx551234", "QX551234"]) expect(output).not.toContain(query);
  const page = await (await desk.get("/admin/users")).text();
  expect(page).toContain("Searched for a passport number");
});

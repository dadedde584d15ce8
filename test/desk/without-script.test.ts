import { expect, test } from "vitest";
import { insertApplications } from "../harness/applicants/application-rows";
import { addApplications, fullMetadata, latestRun, rowCounts } from "../harness/applicants/migration-data";
import { insertAppointment } from "../harness/desk/appointments";
import { signIn } from "../harness/desk/desk";
import { fill, press } from "../harness/desk/form";
import { inquiryId, inquiryRow, insertInquiries } from "../harness/desk/inquiry-rows";
import { until } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

// The desk without JavaScript: pages as sent, and their forms.
const app = await sharedApp();
const desk = await signIn(app);

const open = async (path: string) => screenOf(await (await desk.get(path)).text());
/** The page that a form redirects to. */
async function follow(response: Response) {
  const location = response.headers.get("location");
  return location ? open(location.split("#")[0] ?? "") : screenOf(await response.text());
}

test("[A-INQ-10, A-INQ-16, A-INQ-17] staff set status, star and notes of an inquiry with buttons, and delete it after a confirmation", async () => {
  await insertInquiries(app, 1, 6);
  const id = await inquiryId(app, "Person 3");
  const path = "/admin/inquiries";
  let page = await open(path);
  fill(page, "Status of Person 3", "in_review");
  page = await follow(await press(desk, page.getByRole("button", { name: "Save the status of Person 3" }), path));
  page.getByText("The change is saved.");
  expect(page.getByLabelText("Status of Person 3")).toHaveProperty("value", "in_review");
  page = await follow(await press(desk, page.getByRole("button", { name: "Priority of Person 3" }), path));
  expect(page.getAllByRole("img", { name: "Priority" })).toHaveLength(1);

  for (const name of ["Person 1", "Person 2"]) page.getByLabelText(`Select ${name}`).setAttribute("checked", "");
  fill(page, "New status for the selected rows", "converted");
  page = await follow(await press(desk, page.getByRole("button", { name: "Apply" }), path));
  for (const [name, status] of [
    ["Person 1", "converted"],
    ["Person 2", "converted"],
    ["Person 4", "new"],
  ] as const)
    expect(page.getByLabelText(`Status of ${name}`)).toHaveProperty("value", status);

  const detail = page.getByRole("link", { name: "View Person 3" }).getAttribute("href") ?? "";
  page = await open(detail);
  fill(page, "Admin Notes", "Written without script");
  page = await follow(await press(desk, page.getByRole("button", { name: "Save notes" }), detail));
  expect(page.getByRole("textbox", { name: "Admin Notes" })).toHaveProperty("value", "Written without script");
  expect(await inquiryRow(app, id)).toMatchObject({
    admin_notes: "Written without script",
    status: "in_review",
    priority: true,
  });

  const question = page.getByRole("link", { name: "Delete Inquiry" }).getAttribute("href") ?? "";
  page = await open(question);
  expect(page.getByRole("alertdialog").textContent).toContain("Are you sure you want to delete this inquiry?");
  page = await follow(await press(desk, page.getByRole("button", { name: "Delete" }), question));
  page.getByText("The inquiry and its documents were deleted.");
  expect(await inquiryId(app, "Person 3")).toBe("");
});

test("[A-APP-5, A-APPD-1, A-APPD-11] staff search, open, preview and decide an application with buttons", async () => {
  await insertApplications(app, 1, 2);
  const [first] = await app.query<{ id: string }>(
    "select id from visa_applications where application_number = 'T-001'",
  );
  await insertAppointment(app, first?.id ?? "");
  let page = await open("/admin/applications");
  Object.assign(page.getByRole("searchbox"), { value: "T-001" });
  page = await follow(await press(desk, page.getByRole("button", { name: "Search" }), "/admin/applications"));
  const [link, ...more] = page.getAllByRole("link", { name: /^View T-/ });
  expect([link?.getAttribute("aria-label") ?? link?.textContent, more]).toEqual(["View T-001", []]);
  const detail = link?.getAttribute("href") ?? "";
  page = await open(detail);
  fill(page, "New status", "interview_scheduled");
  fill(page, /^Message to the applicant/, "Tuesday at ten.");
  page = await follow(await press(desk, page.getByRole("button", { name: "Preview the email" }), detail));
  page.getByText("Email preview (not sent yet)");
  expect(page.getByLabelText(/^Message to the applicant/)).toHaveProperty("value", "Tuesday at ten.");
  page = await follow(await press(desk, page.getByRole("button", { name: "Update Status" }), detail));
  expect(page.getByRole("alert").textContent).toContain("Status updated successfully!");
  expect(page.getByRole("row", { name: /T-001/ }).textContent).toContain("Interview Scheduled");
});

test("[W-MIG-4, W-MIG-6, W-MIG-7] the migration runs only after a confirmation, and an empty field is reported", async () => {
  await app.query("delete from visa_applications");
  const [id = ""] = await addApplications(app, fullMetadata(), 3);
  const path = "/admin/migration";
  const all = async (page: Awaited<ReturnType<typeof open>>) =>
    follow(await press(desk, page.getByRole("button", { name: "Migrate All Applications" }), path));
  let page = await all(await open(path));
  const cancel = page.getByRole("alertdialog").querySelector("a")?.getAttribute("href") ?? "";
  page = await open(cancel);
  expect(page.queryByRole("alertdialog")).toBeNull();
  expect(await latestRun(app)).toBeUndefined();
  expect(await rowCounts(app, id)).toEqual([0, 0, 0, 0, 0, 0, 0]);

  for (const [button, message] of [
    ["Migrate", "Please enter an application ID"],
    ["Verify", "Please enter an application ID to verify"],
  ] as const) {
    page = await follow(await press(desk, page.getByRole("button", { name: button }), path));
    expect(page.getByRole("alert").textContent).toMatch(new RegExp(`${message}$`));
  }
  fill(page, "Application ID", id);
  page = await follow(await press(desk, page.getByRole("button", { name: "Verify" }), path));
  expect(page.getByRole("alert").textContent).toContain("Not verified");
  expect(page.getByLabelText("Application ID")).toHaveProperty("value", id);

  page = await all(page);
  await press(desk, page.getByRole("button", { name: "Yes, migrate all" }), path);
  await until("the figures of the run", async () => {
    const figures = (await open(path)).queryByRole("region", { name: "Migration results" });
    return /Total Applications\s*3\s*Successful\s*3\s*Failed\s*0/.test(figures?.textContent ?? "");
  });
});

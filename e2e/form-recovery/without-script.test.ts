import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { postgresProcess, startApp } from "../../test/harness/app-server";
import { submittedCase } from "../../test/harness/case/opened-case";
import { signIn } from "../../test/harness/desk/desk";
import { until } from "../../test/harness/http-client";
import { screenOf } from "../../test/harness/screen";

const app = await startApp();
const desk = await signIn(app);
const path = `/admin/applications/${(await submittedCase(app)).id}`;

const note = () => ({ intent: "add-note", note: crypto.randomUUID(), body: "Rang her.\nShe was not in." });

describe("forms without JavaScript", () => {
  test("[K-KEEP-8] a refused form is shown again with its values and the message", async () => {
    const response = await desk.post(path, { ...note(), body: `a\u0000${"long ".repeat(900)}` });
    expect(response.status).toBe(400);
    const page = screenOf(await response.text());
    expect(
      page
        .getAllByRole("alert")
        .map((element) => element.textContent)
        .join(),
    ).toContain("note");
    expect(page.getByLabelText("New note")).toHaveProperty("value", expect.stringContaining("long long"));
  });

  test("[K-KEEP-8] a failed form is shown again with its text in the field and can be sent again", async () => {
    const sent = note();
    await app.query("alter table application_notes rename to hidden");
    const response = await desk
      .post(path, sent)
      .finally(() => app.query("alter table hidden rename to application_notes"));
    expect(response.status).toBe(500);
    const page = screenOf(await response.text());
    expect(page.getByRole("textbox", { name: "Body" })).toHaveProperty("value", sent.body);
    expect(page.getByRole("button", { name: "Try again" })).toBeTruthy();
    expect((await desk.post(path, sent)).status).toBe(302);
  });

  test("[K-KEEP-8] with the database unavailable the response is a 503 page with the text but no password", async () => {
    const folder = join(app.dataDir, "postgres");
    const server = postgresProcess(app.dataDir);
    await chmod(folder, 0o000);
    process.kill(server, "SIGKILL");
    await until("it is noticed", async () => (await desk.get("/readyz")).status === 503);
    const sent = note();
    const response = await desk.post(path, sent);
    expect(response.status).toBe(503);
    const page = screenOf(await response.text());
    expect(page.getByRole("textbox", { name: "Body" })).toHaveProperty("value", sent.body);
    expect(page.getByRole("button", { name: "Try again" })).toBeTruthy();
    expect(page.queryByDisplayValue(sent.note)?.hidden).toBe(true);
    const admin = {
      intent: "create",
      email: "new@lucaya.example",
      password: "never shown again",
      role: "regular_admin",
    };
    const otherPage = await (await desk.post("/admin/users", admin)).text();
    expect(otherPage).toContain("new@lucaya.example");
    expect(otherPage).not.toContain("never shown again");
    await chmod(folder, 0o700);
  });
});

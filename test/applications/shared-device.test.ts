import { describe, expect, test } from "vitest";
import { startWithEmail } from "../harness/applicants/begun";
import { WizardDriver } from "../harness/applicants/wizard-driver";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const checkbox = (driver: WizardDriver) =>
  driver.screen.getByRole("checkbox", { name: /^Other people use this device/ });
/** Whether the browser deletes its access when it is closed. */
const isForgotten = (driver: WizardDriver, id: string) =>
  driver.client.cookies.get(`application-${id}`)?.endsWith("~shared") ?? null;

describe("[N-LINE-2] a device that other people use", () => {
  test("the checkbox on the page behind a mailed link marks the device as shared, with the question of who began it and without", async () => {
    const { id, path } = await startWithEmail(app);
    const first = await new WizardDriver(app).open(path);
    expect(checkbox(first)).toBeDefined();
    await first.press("Continue", { shared: "yes" });
    expect([first.status, (checkbox(first) as HTMLInputElement).checked], "an answer is missing").toEqual([422, true]);
    await first.press("Continue", { answer: "keep", shared: "yes" });
    expect([first.title, isForgotten(first, id)]).toEqual(["Applicant Information", true]);

    const second = await new WizardDriver(app).open(path);
    expect(checkbox(second)).toBeDefined();
    await second.press("Continue");
    expect(isForgotten(second, id)).toBe(false);
    const third = await new WizardDriver(app).open(path);
    await third.press("Continue", { shared: "yes" });
    expect(isForgotten(third, id)).toBe(true);
  });

  test("the checkbox on Welcome back marks the device as shared and stays checked after a wrong email", async () => {
    const { id, email } = await startWithEmail(app);
    await app.query("update visa_applications set email_confirmed_at = now() where id = $1", [id]);
    const driver = await new WizardDriver(app).open(`/apply/${id}`);
    expect(driver.title).toBe("Welcome back");
    await driver.press("Open my application", { email: "other@mail.example", shared: "yes" });
    expect([driver.status, (checkbox(driver) as HTMLInputElement).checked]).toEqual([400, true]);
    await driver.press("Open my application", { email });
    expect([driver.title, isForgotten(driver, id)]).toEqual(["Applicant Information", true]);
  });

  test("[F-APPL-19] an applicant who marked the device as shared is not asked at Save & Exit and can remove the application there", async () => {
    const { id, path } = await startWithEmail(app);
    const driver = await new WizardDriver(app).open(path);
    await driver.press("Continue", { answer: "keep", shared: "yes" });
    await driver.press("Save & Exit", { firstName: "Ines" });
    expect(driver.title).toBe("Your application is saved");
    expect(driver.screen.words).toContain("Other people use this deviceAs you told us,");
    expect(driver.screen.words).not.toMatch(/Do other people use this device\?|No, it’s mine/);
    await driver.press("Remove it from this browser now");
    expect([driver.path, driver.client.cookies.has(`application-${id}`)]).toEqual(["/", false]);
  });
});

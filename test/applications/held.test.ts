import { describe, expect, test } from "vitest";
import { newEmail } from "../harness/applicants/begun";
import { serviceId } from "../harness/applicants/listed-steps";
import { WizardDriver } from "../harness/applicants/wizard-driver";
import { HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const hasCookie = (client: HttpClient) => client.cookies.has("my-application");
const numberOf = async (id: string) =>
  (
    await app.query<{ number: string }>("select application_number as number from visa_applications where id = $1", [
      id,
    ])
  )[0]?.number ?? "";

describe("[N-BEGIN-7] the applications of a browser", () => {
  test("[C-MINE-1] the header links to the only application, and /applications lists each with number, visa, state, percentage and last save", async () => {
    const driver = new WizardDriver(app);
    const service = await serviceId(app, "bahamian-evisa");
    const draftId = await driver.client.start(newEmail(), { service });
    await driver.open("/applications?only");
    expect(driver.path).toBe(`/apply/${draftId}`);
    await driver.open("/applications");
    expect(driver.screen.words).toContain(await numberOf(draftId));
    const otherId = await driver.client.start(newEmail());
    await app.query(
      "update visa_applications set completion_percentage = 46, last_updated_at = '2036-03-04T15:05:00Z' where id = $1",
      [draftId],
    );
    await app.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [otherId]);
    await driver.open("/applications");
    expect(driver.title).toBe("My applications");
    const items = driver.screen.element.querySelectorAll("main li:not(nav li)");
    expect([...items].map((item) => item.textContent?.replace(/\s+/g, " "))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^No name yetBahamian e-?Visa${await numberOf(draftId)}Draft46% complete · last saved Mar.+ · started `,
          "i",
        ),
      ),
      expect.stringMatching(
        new RegExp(
          `^No name yetVisa Application${await numberOf(otherId)}SubmittedIt has been our turn since .+: we work on your application.+Last change`,
        ),
      ),
    ]);
    await driver.follow(`View ${await numberOf(otherId)}`);
    expect(driver.path).toBe(`/apply/${otherId}`);
  });

  test("the my-application cookie is set at the start and stays until the browser's last application is deleted, given back or ended elsewhere", async () => {
    const client = new HttpClient(app);
    const ids = [await client.start(newEmail()), await client.start(newEmail()), await client.start(newEmail())];
    expect(hasCookie(client)).toBe(true);
    await client.post(`/apply/${ids[0]}/delete`, { confirmed: "yes" });
    await client.post(`/apply/${ids[1]}`, { intent: "forget" });
    expect([
      [...client.cookies.keys()].filter((name) => name.startsWith("application-")).length,
      hasCookie(client),
    ]).toEqual([1, true]);
    expect(await (await client.get("/applications/held")).text()).toContain("--held:block");
    await app.query("delete from application_holders where application_id = $1", [ids[2]]);
    const sheet = await client.get("/applications/held");
    expect([sheet.status, sheet.headers.get("content-type"), await sheet.text()]).toEqual([
      200,
      "text/css; charset=utf-8",
      "",
    ]);
    expect([...client.cookies.keys()].filter((name) => /application/.test(name))).toEqual([]);
  });

  test("[N-WORD-4] the my-application cookie is removed after another browser deleted the draft, and the holder is told once", async () => {
    const [driver, path] = [new WizardDriver(app), "/applications/held"];
    const id = await driver.client.start(newEmail());
    await app.query("delete from visa_applications where id = $1", [id]);
    expect(await (await driver.client.get(path)).text()).toBe("");
    expect(hasCookie(driver.client)).toBe(false);
    expect([(await driver.client.get(path)).headers.getSetCookie(), hasCookie(driver.client)]).toEqual([[], false]);
    expect((await driver.open(`/apply/${id}`)).screen.words).toContain("This draft was deleted");
    expect((await driver.open(`/apply/${id}`)).screen.words).not.toContain("This draft was deleted");
  });

  test("a browser without applications is sent to the start, and its pages are neither stored nor indexed", async () => {
    const driver = await new WizardDriver(app).open("/applications");
    expect(driver.screen.words).toContain("No applications in this browser yet.");
    expect(driver.screen.getByRole("link", { name: "Find or start one" }).getAttribute("href")).toBe("/apply/start");
    for (const path of ["/applications", "/applications/held"]) {
      const { headers } = await driver.client.get(path);
      expect([path, headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual([
        path,
        "no-store",
        "noindex, nofollow",
      ]);
    }
  });

  test("a browser with an application gets the same cached bytes of a page as every other browser", async () => {
    const [holder, otherUser] = [new HttpClient(app), new HttpClient(app)];
    await holder.start(newEmail());
    const hit = "lucaya; hit";
    await until("it is kept", async () => (await otherUser.get("/about")).headers.get("cache-status") === hit);
    const [theirs, own] = [await otherUser.get("/about"), await holder.get("/about")];
    expect([own.headers.get("cache-status"), own.headers.getSetCookie()]).toEqual([hit, []]);
    const html = await own.text();
    expect(html === (await theirs.text())).toBe(true);
    expect(html).toContain('<noscript><link rel="stylesheet" href="/applications/held"/></noscript>');
  });
});

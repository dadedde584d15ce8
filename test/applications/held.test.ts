import { beforeAll, describe, expect, test } from "vitest";
import type { AppServer } from "../harness/app-server";
import { newEmail } from "../harness/applicants/begun";
import { WizardDriver } from "../harness/applicants/wizard-driver";
import { HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

let program: AppServer;
beforeAll(async () => {
  program = await sharedApp();
});

const mark = (visitor: HttpClient) => visitor.cookies.has("my-application");
const numberOf = async (id: string) =>
  (
    await program.query<{ number: string }>(
      "select application_number as number from visa_applications where id = $1",
      [id],
    )
  )[0]?.number ?? "";

describe("[N-BEGIN-7] the applications of a browser", () => {
  test("[C-MINE-1] the header links to the only application, and /applications lists each with number, visa, state, percentage and last save", async () => {
    const walker = new WizardDriver(program);
    const [service] = await program.query<{ id: string }>("select id from visa_services where slug = 'bahamian-evisa'");
    const one = await walker.visitor.start(newEmail(), { service: service?.id ?? "" });
    await walker.open("/applications?only");
    expect(walker.path).toBe(`/apply/${one}`);
    await walker.open("/applications");
    expect(walker.screen.words).toContain(await numberOf(one));
    const other = await walker.visitor.start(newEmail());
    await program.query(
      "update visa_applications set completion_percentage = 46, last_updated_at = '2036-03-04T15:05:00Z' where id = $1",
      [one],
    );
    await program.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [
      other,
    ]);
    await walker.open("/applications");
    expect(walker.title).toBe("My applications");
    const items = walker.screen.element.querySelectorAll("main li:not(nav li)");
    expect([...items].map((item) => item.textContent?.replace(/\s+/g, " "))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^No name yetBahamian e-?Visa${await numberOf(one)}Draft46% complete · last saved Mar.+ · started `,
          "i",
        ),
      ),
      expect.stringMatching(
        new RegExp(
          `^No name yetVisa Application${await numberOf(other)}SubmittedIt is our turn since .+: we work on your application.+Last change`,
        ),
      ),
    ]);
    await walker.follow(`View ${await numberOf(other)}`);
    expect(walker.path).toBe(`/apply/${other}`);
  });

  test("the my-application cookie is set at the start and stays until the browser's last application is deleted, given back or ended elsewhere", async () => {
    const visitor = new HttpClient(program);
    const ids = [await visitor.start(newEmail()), await visitor.start(newEmail()), await visitor.start(newEmail())];
    expect(mark(visitor)).toBe(true);
    await visitor.post(`/apply/${ids[0]}/delete`, { confirmed: "yes" });
    await visitor.post(`/apply/${ids[1]}`, { intent: "forget" });
    expect([
      [...visitor.cookies.keys()].filter((name) => name.startsWith("application-")).length,
      mark(visitor),
    ]).toEqual([1, true]);
    expect(await (await visitor.get("/applications/held")).text()).toContain("--held:block");
    await program.query("delete from application_holders where application_id = $1", [ids[2]]);
    const sheet = await visitor.get("/applications/held");
    expect([sheet.status, sheet.headers.get("content-type"), await sheet.text()]).toEqual([
      200,
      "text/css; charset=utf-8",
      "",
    ]);
    expect([...visitor.cookies.keys()].filter((name) => /application/.test(name))).toEqual([]);
  });

  test("[N-WORD-4] the my-application cookie is removed after another browser deleted the draft, and the holder is told once", async () => {
    const [walker, path] = [new WizardDriver(program), "/applications/held"];
    const id = await walker.visitor.start(newEmail());
    await program.query("delete from visa_applications where id = $1", [id]);
    expect(await (await walker.visitor.get(path)).text()).toBe("");
    expect(mark(walker.visitor)).toBe(false);
    expect([(await walker.visitor.get(path)).headers.getSetCookie(), mark(walker.visitor)]).toEqual([[], false]);
    expect((await walker.open(`/apply/${id}`)).screen.words).toContain("This draft was deleted");
    expect((await walker.open(`/apply/${id}`)).screen.words).not.toContain("This draft was deleted");
  });

  test("a browser without applications is sent to the start, and its pages are neither stored nor indexed", async () => {
    const walker = await new WizardDriver(program).open("/applications");
    expect(walker.screen.words).toContain("No applications in this browser yet.");
    expect(walker.screen.getByRole("link", { name: "Find or start one" }).getAttribute("href")).toBe("/apply/start");
    for (const path of ["/applications", "/applications/held"]) {
      const { headers } = await walker.visitor.get(path);
      expect([path, headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual([
        path,
        "no-store",
        "noindex, nofollow",
      ]);
    }
  });

  test("a browser with an application gets the same cached bytes of a page as every other browser", async () => {
    const [holder, stranger] = [new HttpClient(program), new HttpClient(program)];
    await holder.start(newEmail());
    const hit = "lucaya; hit";
    await until("it is kept", async () => (await stranger.get("/about")).headers.get("cache-status") === hit);
    const [theirs, own] = [await stranger.get("/about"), await holder.get("/about")];
    expect([own.headers.get("cache-status"), own.headers.getSetCookie()]).toEqual([hit, []]);
    const html = await own.text();
    expect(html === (await theirs.text())).toBe(true);
    expect(html).toContain('<noscript><link rel="stylesheet" href="/applications/held"/></noscript>');
  });
});

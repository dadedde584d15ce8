import { describe, expect, test } from "vitest";
import { plain, signIn } from "../harness/desk/desk";
import { inquiryId, insertInquiries } from "../harness/desk/inquiry-rows";
import { until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const path = "/admin/inquiries";

const app = await sharedApp();
const desk = await signIn(app);

const list = async (search = "") => (await (await desk.get(`${path}${search}`)).text()).replaceAll("<!-- -->", "");
const names = (html: string) => [...html.matchAll(/aria-label="View ([^"]+)"/g)].map(([, name]) => name);
const card = (html: string, label: string) => new RegExp(`>${label}<.*?([\\d,]+)<`, "s").exec(html)?.[1];
const people = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => `Person ${from + (from < to ? index : -index)}`);
const idOf = (name: string) => inquiryId(app, name);

describe("the list of inquiries", () => {
  test("[A-INQ-18] an empty list says so and what to do", async () => {
    const empty = plain(await list());
    expect(empty).toContain("No inquiries found");
    expect(empty).toContain("New inquiries will appear here");
    expect(empty).not.toContain("Try adjusting your filters");
    for (const search of ["?status=converted", "?q=nobody", "?priority=yes"]) {
      const filtered = plain(await list(search));
      expect(filtered).toContain("No inquiries found");
      expect(filtered).toContain("Try adjusting your filters");
      expect(filtered).not.toContain("New inquiries will appear here");
    }
  });

  test("[A-INQ-4, A-INQ-7] all inquiries are listed by date, newest first, a hundred per page, and the date's heading reverses the order", async () => {
    await insertInquiries(app, 1, 230);
    const first = await list();
    expect(names(first)).toEqual(people(230, 131));
    const headings = [...first.matchAll(/<th scope="col".*?<\/th>/gs)].map(([cell]) => plain(cell).trim());
    expect(headings.slice(1)).toEqual([
      "Date",
      "Applicant",
      "Service",
      "Travel Date",
      "Status",
      "Owner",
      "Due",
      "Actions",
    ]);
    const link = (html: string, rel: string) =>
      new RegExp(`rel="${rel}"[^>]*href="/admin/inquiries([^"]*)"`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "none";
    const second = await list(link(first, "next"));
    expect(names(second)).toEqual(people(130, 31));
    const third = await list(link(second, "next"));
    expect(names(third)).toEqual(people(30, 1));
    expect(link(third, "next")).toBe("none");
    expect(names(await list(link(third, "prev")))).toEqual(people(130, 31));
    expect(link(first, "prev")).toBe("none");

    const sorted = /aria-sort="descending"[^>]*><a[^>]*href="\/admin\/inquiries(\?sort=oldest)"/.exec(first)?.[1];
    const oldest = await list(sorted ?? "none");
    expect(names(oldest)).toEqual(people(1, 100));
    const next = await list(link(oldest, "next"));
    expect(names(next)).toEqual(people(101, 200));
    expect(names(await list(link(next, "prev")))).toEqual(people(1, 100));
    // The cursor's row was deleted meanwhile: the list continues.
    expect(names(await list(`?before=${crypto.randomUUID()}`))).toEqual(people(230, 131));
  });

  test("[A-INQ-5] the search covers name, email, phone and service of all inquiries, in any case", async () => {
    expect(names(await list("?q=PERSON%2012"))).toEqual([...people(129, 120), "Person 12"]);
    expect(names(await list("?q=person7%40MAIL"))).toEqual(["Person 7"]);
    expect(names(await list("?q=%2B1%20242%20555%200003"))).toEqual(["Person 3"]);
    await app.query(
      "update visa_inquiries set visa_service = 'UK Transit Visa' where full_name in ('Person 5', 'Person 90')",
    );
    expect(names(await list("?q=uk%20transit"))).toEqual(["Person 90", "Person 5"]);
    expect(names(await list("?q=%25"))).toEqual([]);
    expect(names(await list("?q=person_1"))).toEqual([]);
    const id = await idOf("Person 44");
    expect(names(await list(`?q=${id.slice(0, 12).toUpperCase()}`))).toEqual(["Person 44"]);
  });

  test("[A-INQ-3, A-INQ-6] the cards count all inquiries exactly, and status and priority filter the list, also with a search", async () => {
    await app.query(
      "update visa_inquiries set status = 'qualified' where full_name in ('Person 1', 'Person 2', 'Person 200')",
    );
    await app.query(
      "update visa_inquiries set status = 'converted', priority = true where full_name in ('Person 3', 'Person 201')",
    );
    const html = await list("?status=qualified");
    expect(names(html)).toEqual(["Person 200", "Person 2", "Person 1"]);
    expect(["Total", "New", "Qualified", "Converted"].map((label) => card(html, label))).toEqual([
      "230",
      "225",
      "3",
      "2",
    ]);
    expect(names(await list("?status=converted&q=person%2020"))).toEqual(["Person 201"]);
    expect(names(await list("?priority=yes"))).toEqual(["Person 201", "Person 3"]);
    expect(names(await list("?priority=yes&sort=oldest"))).toEqual(["Person 3", "Person 201"]);
    expect(names(await list("?priority=no&status=converted"))).toEqual([]);
    expect(names(await list("?status=nonsense"))).toHaveLength(100);
  });

  test("[A-INQ-8] only rows with priority have a star", async () => {
    const html = await list("?q=person%20201");
    expect(html.match(/aria-label="Priority"/g)).toHaveLength(1);
    expect(await list("?q=person%20202")).not.toContain('aria-label="Priority"');
  });

  test("[A-INQ-1, A-INQ-2] the page has a link to the dashboard, the signed-in admin and Sign Out", async () => {
    const html = await list();
    expect(html).toMatch(/href="\/admin"[^>]*>(?:(?!<\/a>).)*Back to Dashboard/s);
    expect(plain(html)).toContain("Signed in as desk@lucaya.example");
    expect(html).toMatch(/action="\/admin\/sign-out"[^>]*>(?:(?!<\/form>).)*Sign Out/s);
    const leaving = await signIn(app);
    const out = await leaving.post("/admin/sign-out", {});
    expect([out.status, out.headers.get("location")]).toEqual([302, "/admin/login"]);
    expect((await leaving.get(path)).headers.get("location")).toMatch(/^\/admin\/login/);
  });

  test("the dashboard links to the inquiries, and the navigation counts the new ones", async () => {
    const html = await (await desk.get("/admin")).text();
    expect(html).toMatch(/<nav aria-label="Screens".*?href="\/admin\/inquiries"[^>]*>(?:(?!<\/a>).)*Inquiries/s);
    expect(plain(/<nav aria-label="Staff".*?<\/nav>/s.exec(html)?.[0] ?? "")).toContain("Inquiries 99+ new");
  });

  test("[A-INQ-26] a failed query is logged and shows an empty list without a message", async () => {
    await app.query("alter table visa_inquiries rename column travel_date to travel_date_away");
    try {
      const html = await list();
      expect(names(html)).toEqual([]);
      expect(html).not.toContain('role="alert"');
      expect(card(html, "Total")).toBe("230");
      await until("the log", () => app.output().includes("the inquiries could not be read"));
    } finally {
      await app.query("alter table visa_inquiries rename column travel_date_away to travel_date");
    }
  });
});

import { beforeEach, expect, test } from "vitest";
import { signIn } from "../harness/desk/desk";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const desk = await signIn(app);
beforeEach(() => app.query("delete from link_checks"));

const path = "/admin/content/links";
const page = async (by = desk) => screenOf(await (await by.get(path)).text());
const began = (columns: Record<string, string | number>) =>
  app.query(
    `insert into link_checks (asked_by, ${Object.keys(columns).join(", ")})
     values ('a@lucaya.example', ${Object.values(columns)
       .map((value) => (typeof value === "string" ? `'${value}'` : value))
       .join(", ")})`,
  );

test("[T-BYTES-5] without JavaScript two admins see a long job's progress in numbers and a bar, with a Refresh link", async () => {
  await began({ done: 1240, total: 5000 });
  const first = await page();
  const bar = first.getByRole("progressbar", { name: "Links checked, of those found so far" });
  expect([bar.getAttribute("aria-valuenow"), bar.getAttribute("aria-valuemax")]).toEqual(["1240", "5000"]);
  first.getByText("1,240 of 5,000");
  expect(first.getByRole("link", { name: "Refresh" }).getAttribute("href")).toBe(path);
  expect(first.queryByRole("button", { name: "Check now" })).toBeNull();
  await app.query("update link_checks set done = 2480");
  (await page(await signIn(app))).getByText("2,480 of 5,000");
  expect(await (await desk.get(`${path}/progress`)).json()).toEqual({ done: 2480, total: 5000 });
});

test("[T-BYTES-5] a queued job says that it waits to start, and a failed job says what to do", async () => {
  await began({ done: 0 });
  const waiting = await page();
  waiting.getByText("Waiting to start");
  expect(waiting.getByRole("progressbar").getAttribute("aria-valuetext")).toBe("Waiting to start");
  await app.query("update link_checks set failed_at = now()");
  const failed = await page();
  expect(failed.queryByRole("progressbar")).toBeNull();
  failed.getByText("The last check didn’t finish");
  failed.getByText(/Check again now/);
  failed.getByRole("button", { name: "Check now" });
  expect(await (await desk.get(`${path}/progress`)).json()).toBeNull();
});

import { beforeAll, describe, expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { signIn } from "../harness/desk/desk";
import { inside, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const path = "/admin/users";
const app = await sharedApp();
const superAdmin = await signIn(app);

/** Day and time in Nassau, whatever the year. */
const inNassau = (instant: Date) => {
  const zone = { timeZone: "America/Nassau" } as const;
  const day = instant.toLocaleDateString("en-US", { ...zone, year: "numeric", month: "short", day: "numeric" });
  const clock = instant.toLocaleTimeString("en-US", { ...zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return `${day}, ${clock}`;
};

describe("recent activity", () => {
  // Never this year, where a list might omit the year.
  const instant = new Date(Date.now() - 400 * 86_400_000);
  const minutesAfter = (minutes: number) => new Date(instant.getTime() + minutes * 60_000);
  const activity = async (query: string) => {
    const main = inside(screenOf(await (await superAdmin.get(path + query)).text()).getByRole("main"));
    const region = inside(main.getByRole("region", { name: "Recent activity" }));
    return { region, targets: [...region.words.matchAll(/target(\d+)@/g)].map((found) => Number(found[1])) };
  };
  beforeAll(async () => {
    await app.query("delete from admin_activity_log");
    await app.query(
      `insert into admin_activity_log (action_type, admin_email, target_admin_email, created_at)
       select case when n % 3 = 0 then 'signed_in' else 'admin_created' end,
         case when n % 2 = 0 then 'other@lucaya.example' else $1 end, 'target' || n || '@lucaya.example',
         $2::timestamptz + make_interval(mins => n) from generate_series(1, 30) n`,
      [admin.email, instant],
    );
  });

  test("[A-USERS-3] the list shows action, admin, target and time of each entry, newest first, in pages", async () => {
    const { region, targets } = await activity("");
    expect(targets).toEqual(Array.from({ length: 25 }, (_, index) => 30 - index));
    const newest = inside(region.getAllByRole("row")[1] ?? expect.fail("no row")).words;
    for (const text of ["other@lucaya.example", "target30@lucaya.example", inNassau(minutesAfter(30))])
      expect(newest).toContain(text);
    const older = region.getByRole("link", { name: /Older/ }).getAttribute("href") ?? "";
    expect((await activity(older.slice(path.length))).targets).toEqual([5, 4, 3, 2, 1]);
  });

  test("[A-USERS-3] the list can be filtered by action, and by action and admin together", async () => {
    expect((await activity("?action=signed_in")).targets).toEqual([30, 27, 24, 21, 18, 15, 12, 9, 6, 3]);
    expect((await activity(`?action=signed_in&admin=${admin.email}`)).targets).toEqual([27, 21, 15, 9, 3]);
  });

  test("[A-USERS-4] without activity the screen shows 'No activity logs available'", async () => {
    await app.query("delete from admin_activity_log");
    expect((await activity("")).region.getByText("No activity logs available")).toBeTruthy();
  });
});

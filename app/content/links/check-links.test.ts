import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { setSelfAddress } from "~/content/self-request.server";
import { registered } from "~/jobs/registry.server";
import { runJob } from "../../../test/harness/in-process/jobs";
import { lastRecord, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { listBroken } from "./broken-links.server";
import { checkLinksJob, checkNow, readChecks, registerLinkChecks } from "./check-links.server";

registerLinkChecks();
const database = testDatabase();
let superAdmin: StaffContext;
/** A fake of the app: the HTML of its pages, with the requests it got. */
const pages = new Map<string, string>();
const requested: string[] = [];
/** The last page responds once this is resolved. */
let atTheEnd = Promise.resolve();
let server: Server;
beforeAll(async () => {
  superAdmin = await staffMember(database, "regular_admin");
  server = createServer(async ({ url = "" }, response) => {
    requested.push(url);
    if (url === "/last") await atTheEnd;
    const html = pages.get(url);
    if (html?.startsWith("to ")) return response.writeHead(301, { location: html.slice(3) }).end();
    if (html === "away") return response.writeHead(503).end();
    if (html === "failed") return response.writeHead(500).end();
    return response.writeHead(html === undefined ? 404 : 200, { "content-type": "text/html" }).end(html);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const bound = server.address();
  if (typeof bound === "object" && bound) setSelfAddress(bound);
});
afterAll(() => server.close());
beforeEach(async () => {
  requested.length = 0;
  pages.clear();
  for (const table of ["broken_links", "link_checks", "blog_posts", "visa_services", "seo_metadata"])
    await database.query(`delete from ${table}`);
  for (const path of ["/services", "/contact", "/about", "/blog", "/faqs", "/forms", "/privacy-policy"])
    pages.set(path, "");
  for (const path of ["/bahamas-immigration", "/bahamian-evisa", "/do-i-need-a-visa", "/consultation"])
    pages.set(path, "");
});

const check = () => runJob(checkLinksJob.name, {});
const broken = async () =>
  (await listBroken({ limit: 50, offset: 0 })).rows.map(
    ({ page, address, isPicture, words }) => `${page} ${isPicture ? "picture " : ""}${words}: ${address}`,
  );

test("[O-LINK-2] each broken link and picture of ours is listed with its page and text, and no external URL is requested", async () => {
  pages.set(
    "/",
    `<a href="/about">About</a> <a href="/gone?x=1#y">Old <b>offer</b></a> <a href="/old">Moved</a>
     <a href="https://other.example/no">Other</a> <a href="mailto:a@b.example">Mail</a> <img src="/no.webp" alt="A ship">`,
  );
  pages.set("/old", "to /further");
  pages.set("/further", `<a href="/nowhere">On</a>`);
  pages.set("/about", `<a href="/away">Away</a>`);
  pages.set("/away", "to https://other.example/");
  await check();
  expect((await broken()).toSorted()).toEqual([
    "/ Old offer: /gone?x=1",
    "/ picture A ship: /no.webp",
    "/further On: /nowhere",
  ]);
  expect(requested.filter((path) => path === "/gone?x=1")).toHaveLength(1);
  expect(requested.every((path) => path.startsWith("/"))).toBe(true);
  expect((await readChecks()).last).toMatchObject({ pages: 12 });
});

test("[O-LINK-2] a broken link keeps the date it was first found, and is removed by the first check that finds it repaired", async () => {
  pages.set("/", `<a href="/gone">Old offer</a>`);
  await check();
  await database.query("update broken_links set since = '2026-11-20T12:00:00Z'");
  pages.set("/", `<a href="/gone">New words</a> <a href="/about">About</a>`);
  await check();
  expect((await listBroken({ limit: 50, offset: 0 })).rows).toMatchObject([
    { words: "New words", since: new Date("2026-11-20T12:00:00Z") },
  ]);
  pages.set("/gone", "here again");
  await check();
  expect(await broken()).toEqual([]);
});

test("[O-LINK-2] while a page fails or the app is unavailable, none of its links count as repaired", async () => {
  pages.set("/", `<a href="/about">About</a>`);
  pages.set("/about", `<a href="/gone">Old offer</a>`);
  await check();
  pages.set("/about", "failed");
  await check();
  expect((await broken()).toSorted()).toEqual(["/ About: /about", "/about Old offer: /gone"]);
  pages.set("/about", "away");
  await expect(check()).rejects.toThrow();
  expect(await broken()).toHaveLength(2);
});

test("[O-LINK-2] Check now starts one check, which is recorded", async () => {
  pages.set("/", "");
  expect(await Promise.all([checkNow(superAdmin), checkNow(superAdmin)])).toEqual([{ ok: true }, { ok: true }]);
  const jobs = await database.enqueued(checkLinksJob.name);
  expect(jobs).toHaveLength(1);
  expect([(await readChecks()).current, (await lastRecord(database))?.action]).toEqual([
    { done: 0, total: null },
    "links_checked",
  ]);
  await runJob(checkLinksJob.name, jobs[0]);
  expect(await readChecks()).toMatchObject({ current: null, hasFailed: false, last: { pages: 11 } });
});

test("[T-BYTES-5] a check shows how many of the known URLs were requested: before, during and after it", async () => {
  const links = Array.from({ length: 30 }, (_, n) => `<a href="/page-${n}">Page</a>`).join("");
  pages.set("/", `${links}<a href="/last">Last</a>`);
  const blocked = Promise.withResolvers<void>();
  atTheEnd = blocked.promise;
  await checkNow(superAdmin);
  expect(await readChecks()).toMatchObject({ current: { done: 0, total: null } });
  const job = (await database.enqueued(checkLinksJob.name)).at(-1);
  const checking = runJob(checkLinksJob.name, job);
  await vi.waitUntil(async () => (await readChecks()).current?.done === 40, { timeout: 60_000 });
  expect(await readChecks()).toMatchObject({ current: { done: 40, total: 43 }, hasFailed: false });
  blocked.resolve();
  await checking;
  expect(await readChecks()).toMatchObject({ current: null, hasFailed: false, last: { pages: 11 } });
});

test("[T-BYTES-5] the nightly check shows its progress too, in one row over all its tries", async () => {
  pages.set("/", "away");
  await expect(check()).rejects.toThrow();
  await expect(check()).rejects.toThrow();
  expect(await readChecks()).toMatchObject({ current: { done: 0, total: null } });
  expect(await database.query("select asked_by from link_checks")).toEqual([{ asked_by: null }]);
  pages.set("/", "");
  await check();
  expect(await readChecks()).toMatchObject({ current: null, hasFailed: false, last: { pages: 11 } });
});

test.each(["is given up", "was left by a program that was killed"])(
  "[T-BYTES-5] a check that %s is reported as aborted, and another one can start",
  async (how) => {
    pages.set("/", "");
    await check();
    await checkNow(superAdmin);
    if (how === "is given up") {
      const job = (await database.enqueued(checkLinksJob.name)).at(-1);
      await registered.get(checkLinksJob.name)?.giveUp?.(job);
    } else await database.query("update link_checks set asked_at = asked_at - interval '2 hours'");
    expect(await readChecks()).toMatchObject({ current: null, hasFailed: true, last: { pages: 11 } });
    await checkNow(superAdmin);
    expect(await readChecks()).toMatchObject({ current: { done: 0, total: null }, hasFailed: false });
  },
);

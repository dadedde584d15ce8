import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { setSelfAddress } from "~/content/self-request.server";
import { lastRecord, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { addRedirect, removeRedirect } from "./change-redirects.server";

const database = testDatabase();
const origin = "https://lucaya.example";
let superAdmin: StaffContext;
let regular: StaffContext;
/** A fake of the app: pages at these paths, and nowhere else. */
let server: Server;
const requested: string[] = [];
beforeAll(async () => {
  superAdmin = await staffMember(database);
  regular = await staffMember(database, "regular_admin");
  const pages = new Set(["/", "/about", "/services"]);
  server = createServer(({ url = "" }, response) => {
    requested.push(url);
    if (url === "/breaks-off") return response.destroy();
    return response.writeHead(pages.has(url) ? 200 : 404).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const bound = server.address();
  if (typeof bound === "object" && bound) setSelfAddress(bound);
});
afterAll(() => server.close());
beforeEach(() => database.query("delete from redirects"));

const add = (from: string, to: string, by = superAdmin) => addRedirect(by, { from, to }, origin);
const all = async () =>
  (
    await database.query<{ line: string }>(
      "select from_path || ' > ' || to_address as line from redirects order by from_path",
    )
  ).map(({ line }) => line);

describe("[O-LINK-1] a redirect", () => {
  test("a redirect is stored with normalized paths and recorded", async () => {
    expect(await add("/Old-Page/", `${origin}/About`)).toMatchObject({ ok: true });
    expect(await all()).toEqual(["/old-page > /about"]);
    expect(await lastRecord(database)).toMatchObject({
      action: "redirect_added",
      details: { changes: [{ field: "Leads to", from: "", to: "/about" }] },
    });
  });

  test.each([
    ["/about", "/services", "from", "There is a page at this address."],
    ["/", "/services", "from", "There is a page at this address."],
    ["/taken", "/about", "from", "This address already redirects somewhere else. Remove that redirect first."],
    ["/a", "/a", "to", "This would lead in a circle."],
    ["/c", "/taken?x=1", "to", "This would lead in a circle."],
    [
      "/admin/old",
      "/about",
      "from",
      "You can’t redirect addresses of applications, documents or the desk. Choose another.",
    ],
    ["old", "/about", "from", "Enter a path of this site that begins with “/”, such as /old-page, without “?” or “#”."],
    [
      "/x",
      "javascript:alert(1)",
      "to",
      "Enter a path of this site, such as /services, or an address that begins with https://.",
    ],
    ["/x", "", "to", "Enter a path of this site, such as /services, or an address that begins with https://."],
  ])("a redirect from %s to %s is refused", async (from, to, field, message) => {
    await database.query("insert into redirects (from_path, to_address) values ('/taken', '/b'), ('/b', '/c')");
    expect(await add(from, to)).toMatchObject({ ok: false, message, detail: { field } });
    expect(await all()).toEqual(["/b > /c", "/taken > /b"]);
  });

  test("a path that can't be requested is refused at its field, and nothing is stored", async () => {
    expect(await add("/breaks-off", "/about")).toMatchObject({
      ...{ ok: false, reason: "busy", detail: { field: "from" } },
      message: "We couldn’t check whether there is a page at this address. Nothing was saved. Please try again.",
    });
    expect(await all()).toEqual([]);
  });

  test("of two simultaneous redirects that would form a loop, one is refused", async () => {
    const results = await Promise.all([add("/one", "/two"), add("/two", "/one")]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await all()).toHaveLength(1);
  });

  test("a deleted redirect no longer redirects", async () => {
    const added = await add("/old", "/about");
    const id = added.ok ? added.id : expect.fail(added.message);
    expect(await removeRedirect(superAdmin, { redirect: id })).toEqual({ ok: true });
    expect(await lastRecord(database)).toMatchObject({ action: "redirect_removed" });
    expect(await all()).toEqual([]);
  });
});

test("[O-MAY-2] a regular admin can't add or delete redirects", async () => {
  const refused = { ok: false, reason: "forbidden", message: "Only super admins change this." };
  expect(await add("/asked-by-regular", "/about", regular)).toMatchObject(refused);
  expect(requested, "the program is not asked for them").not.toContain("/asked-by-regular");
  const added = await add("/old", "/about");
  expect(await removeRedirect(regular, { redirect: added.ok ? added.id : "" })).toMatchObject(refused);
  expect(await all()).toEqual(["/old > /about"]);
});

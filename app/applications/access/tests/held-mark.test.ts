import { describe, expect, test } from "vitest";
import { cookieHeader } from "~/core/cookie.server";
import {
  applicationTokenHashes,
  deletedDraftCookie,
  expiredCookie,
  holderToken,
  myApplicationCookieAfter,
  tokenHashesByApplication,
} from "../holder.server";

const month = 30 * 24 * 3600;
const [one, other] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
const held = (id: string, token = "token") => `application-${id}=${token}`;
const given = (id: string, token = "token") => cookieHeader(`application-${id}`, token, month);
const marked = "my-application=my-application";
const lasting = `${marked}; Max-Age=${month}; Path=/; SameSite=Lax`;
const untilClosed = `${marked}; Path=/; SameSite=Lax`;
const removed = "my-application=; Max-Age=0; Path=/; SameSite=Lax";

describe("[N-BEGIN-7] the my-application cookie", () => {
  test.each<[string, string | null, string[], string | undefined]>([
    ["a browser without applications", null, [], undefined],
    ["another cookie", "browser=x", ["browser=y; Path=/"], undefined],
    ["the first application", null, [given(one)], lasting],
    ["an application from before the cookie existed", held(one), [], lasting],
    ["a correct cookie", `${held(one)}; ${marked}`, [], undefined],
    ["one of two that ends", `${held(one)}; ${held(other)}; ${marked}`, [expiredCookie(one)], lasting],
    ["the last one that ends", `${held(one)}; ${marked}`, [expiredCookie(one)], removed],
    ["the last one that was deleted elsewhere", `${held(one)}; ${marked}`, [deletedDraftCookie(one, false)], removed],
    ["one that was deleted earlier", held(one, "gone"), [], undefined],
    ["one that was deleted earlier from a shared device", held(one, "gone~shared"), [], undefined],
    ["cookies that have run out", marked, [], removed],
    ["a shared device that keeps another right", held(one), [given(other, "token~shared")], lasting],
    ["a shared device", null, [given(one, "token~shared")], untilClosed],
    [
      "a shared device after another right has ended",
      `${held(one)}; ${held(other, "token~shared")}; ${marked}`,
      [expiredCookie(one)],
      untilClosed,
    ],
  ])("the my-application cookie is set, removed or left unchanged for %s", (_, cookie, set, expected) => {
    expect(myApplicationCookieAfter(cookie, set)).toBe(expected);
  });

  test("a deleted application isn't among the applications of the browser's cookies", () => {
    const shown = `${held(one, "gone")}; ${held(other)}`;
    expect([...tokenHashesByApplication(shown).keys()]).toEqual([other]);
    expect(applicationTokenHashes(shown)).toEqual([holderToken(shown, other)]);
    expect(deletedDraftCookie(one, true), "a shared device forgets it when it is closed").not.toContain("Max-Age");
  });

  test("the my-application cookie contains no application id and no token", () => {
    expect(myApplicationCookieAfter(null, [given(one, "secret")])).not.toMatch(/secret|1111/);
  });
});

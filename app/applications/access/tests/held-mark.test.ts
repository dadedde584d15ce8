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
const [firstId, secondId] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
const sentCookie = (id: string, token = "token") => `application-${id}=${token}`;
const setCookie = (id: string, token = "token") => cookieHeader(`application-${id}`, token, month);
const marked = "my-application=my-application";
const lasting = `${marked}; Max-Age=${month}; Path=/; SameSite=Lax`;
const untilClosed = `${marked}; Path=/; SameSite=Lax`;
const removed = "my-application=; Max-Age=0; Path=/; SameSite=Lax";

describe("[N-BEGIN-7] the my-application cookie", () => {
  test.each<[string, string | null, string[], string | undefined]>([
    ["a browser without applications", null, [], undefined],
    ["another cookie", "browser=x", ["browser=y; Path=/"], undefined],
    ["the first application", null, [setCookie(firstId)], lasting],
    ["an application from before the cookie existed", sentCookie(firstId), [], lasting],
    ["a correct cookie", `${sentCookie(firstId)}; ${marked}`, [], undefined],
    [
      "one of two that ends",
      `${sentCookie(firstId)}; ${sentCookie(secondId)}; ${marked}`,
      [expiredCookie(firstId)],
      lasting,
    ],
    ["the last one that ends", `${sentCookie(firstId)}; ${marked}`, [expiredCookie(firstId)], removed],
    [
      "the last one that was deleted elsewhere",
      `${sentCookie(firstId)}; ${marked}`,
      [deletedDraftCookie(firstId, false)],
      removed,
    ],
    ["one that was deleted earlier", sentCookie(firstId, "gone"), [], undefined],
    ["one that was deleted earlier from a shared device", sentCookie(firstId, "gone~shared"), [], undefined],
    ["cookies that have run out", marked, [], removed],
    ["a shared device that keeps another right", sentCookie(firstId), [setCookie(secondId, "token~shared")], lasting],
    ["a shared device", null, [setCookie(firstId, "token~shared")], untilClosed],
    [
      "a shared device after another right has ended",
      `${sentCookie(firstId)}; ${sentCookie(secondId, "token~shared")}; ${marked}`,
      [expiredCookie(firstId)],
      untilClosed,
    ],
  ])("the my-application cookie is set, removed or left unchanged for %s", (_, cookie, set, expected) => {
    expect(myApplicationCookieAfter(cookie, set)).toBe(expected);
  });

  test("a deleted application isn't among the applications of the browser's cookies", () => {
    const shown = `${sentCookie(firstId, "gone")}; ${sentCookie(secondId)}`;
    expect([...tokenHashesByApplication(shown).keys()]).toEqual([secondId]);
    expect(applicationTokenHashes(shown)).toEqual([holderToken(shown, secondId)]);
    expect(deletedDraftCookie(firstId, true), "a shared device forgets it when it is closed").not.toContain("Max-Age");
  });

  test("the my-application cookie contains no application id and no token", () => {
    expect(myApplicationCookieAfter(null, [setCookie(firstId, "secret")])).not.toMatch(/secret|1111/);
  });
});

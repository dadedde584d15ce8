import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { finalUrl, readFrom, readTo, withSearch } from "./addresses";
import { redirectOf } from "./redirects.server";

const database = testDatabase();
const origin = "https://lucaya.example";
beforeEach(() => database.query("delete from redirects"));

describe("the input of a redirect", () => {
  test.each([
    ["/Old-Page/", "/old-page"],
    ["/a//b", "/a/b"],
    [`${origin}/Prices`, "/prices"],
    ["/", "/"],
    ["old", null],
    ["//evil.example/x", null],
    ["/\\evil.example", null],
    ["/old?a=1", null],
    ["https://other.example/x", null],
  ])("the source %s is normalized or refused", (rawInput, stored) => expect(readFrom(rawInput, origin)).toBe(stored));

  test.each([
    ["/Services?country=ie#top", "/services?country=ie#top"],
    [`${origin}/about`, "/about"],
    ["https://other.example/A?b=c", "https://other.example/A?b=c"],
    ["http://other.example/", null],
    ["//other.example", null],
    ["javascript:alert(1)", null],
    ["https://user:secret@other.example/", null],
  ])("the target %s is normalized or refused", (rawInput, stored) => expect(readTo(rawInput, origin)).toBe(stored));
});

describe("[O-LINK-1] the target of a path", () => {
  test("a chain of redirects leads to its last URL and keeps each query", () => {
    const chain = new Map([
      ["/a", "/b?from=a#part"],
      ["/b", "/c"],
      ["/c", "https://other.example/d#e"],
    ]);
    expect(finalUrl("/a", chain)).toBe("https://other.example/d?from=a#e");
    expect(finalUrl("/c", chain)).toBe("https://other.example/d#e");
    expect(finalUrl("/x", chain)).toBeNull();
  });

  test("a loop of redirects leads nowhere", () => {
    const circle = new Map([
      ["/a", "/b"],
      ["/b", "/a"],
      ["/c", "/a"],
    ]);
    for (const path of ["/a", "/b", "/c"]) expect(finalUrl(path, circle)).toBeNull();
  });

  test("the request's query is added to the target's own, before its fragment", () => {
    expect(withSearch("/b?x=1#y", "?utm=2")).toBe("/b?x=1&utm=2#y");
    expect(withSearch("/b", "?utm=2")).toBe("/b?utm=2");
    expect(withSearch("/b#y", "")).toBe("/b#y");
  });

  test("a redirect is found in any spelling of its path", async () => {
    await database.query("insert into redirects (from_path, to_address) values ('/old', '/about')");
    expect(await redirectOf("/Old/", "?a=b")).toBe("/about?a=b");
    expect(await redirectOf("/other", "")).toBeNull();
  });
});

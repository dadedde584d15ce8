import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { ownDatabase } from "../../../test/harness/in-process/own-database";
import { lastAddress, readFrom, readTo, withSearch } from "./addresses";
import { formerlyOfAnother, keepPostAddress } from "./post-addresses.server";
import { redirectOf } from "./redirects.server";

const database = ownDatabase();
const origin = "https://lucaya.example";
beforeEach(() => database.query("delete from redirects"));

describe("what may be typed", () => {
  test.each([
    ["/Old-Page/", "/old-page"],
    ["/a//b", "/a/b"],
    [`${origin}/Prices`, "/prices"],
    ["/", null],
    ["old", null],
    ["//evil.example/x", null],
    ["/\\evil.example", null],
    ["/old?a=1", null],
    ["https://other.example/x", null],
  ])("from %s", (typed, stored) => expect(readFrom(typed, origin)).toBe(stored));

  test.each([
    ["/Services?country=ie#top", "/services?country=ie#top"],
    [`${origin}/about`, "/about"],
    ["https://other.example/A?b=c", "https://other.example/A?b=c"],
    ["http://other.example/", null],
    ["//other.example", null],
    ["javascript:alert(1)", null],
    ["https://user:secret@other.example/", null],
  ])("to %s", (typed, stored) => expect(readTo(typed, origin)).toBe(stored));
});

describe("[O-LINK-1] where a path leads", () => {
  test("a chain leads to its last address, and keeps each search", () => {
    const chain = new Map([
      ["/a", "/b?from=a#part"],
      ["/b", "/c"],
      ["/c", "https://other.example/d#e"],
    ]);
    expect(lastAddress("/a", chain)).toBe("https://other.example/d?from=a#e");
    expect(lastAddress("/c", chain)).toBe("https://other.example/d#e");
    expect(lastAddress("/x", chain)).toBeNull();
  });

  test("a circle leads nowhere", () => {
    const circle = new Map([
      ["/a", "/b"],
      ["/b", "/a"],
      ["/c", "/a"],
    ]);
    for (const path of ["/a", "/b", "/c"]) expect(lastAddress(path, circle)).toBeNull();
  });

  test("the visitor's search is kept beside the address's own, before its fragment", () => {
    expect(withSearch("/b?x=1#y", "?utm=2")).toBe("/b?x=1&utm=2#y");
    expect(withSearch("/b", "?utm=2")).toBe("/b?utm=2");
    expect(withSearch("/b#y", "")).toBe("/b#y");
  });

  test("what is stored is asked by any spelling of the path", async () => {
    await database.query("insert into redirects (from_path, to_address) values ('/old', '/about')");
    expect(await redirectOf("/Old/", "?a=b")).toBe("/about?a=b");
    expect(await redirectOf("/other", "")).toBeNull();
  });
});

describe("former addresses of a post", () => {
  const postId = randomUUID();
  const keep = (former: string | null, slug: string, id = postId) =>
    db.transaction((tx) => keepPostAddress(tx, { postId: id, former, slug }));
  const all = () => database.query("select from_path as from, to_address as to from redirects order by from_path");

  test("[O-POST-3] lead straight to the last after several changes", async () => {
    await keep(null, "one");
    await keep("one", "two");
    await keep("two", "three");
    expect(await all()).toEqual([
      { from: "/blog/one", to: "/blog/three" },
      { from: "/blog/two", to: "/blog/three" },
    ]);
    await keep("three", "one");
    expect(await all()).toEqual([
      { from: "/blog/three", to: "/blog/one" },
      { from: "/blog/two", to: "/blog/one" },
    ]);
  });

  test("[O-POST-3] no other post can take one, and the post itself can", async () => {
    await database.query(
      `insert into blog_posts (id, slug, title, excerpt, content, category, author) values ($1, 'two', 'Hiring from abroad', 'e', 'c', 'k', 'a')`,
      [postId],
    );
    await keep("one", "two");
    const asked = (id: string) => formerlyOfAnother(db, { postId: id, slug: "one" });
    expect(await asked(randomUUID())).toEqual({ postId, title: "Hiring from abroad" });
    expect(await asked(postId)).toBeNull();
    expect(await formerlyOfAnother(db, { postId: randomUUID(), slug: "two" })).toBeNull();
  });

  test("a post that is published where an admin led elsewhere takes the address", async () => {
    await database.query("insert into redirects (from_path, to_address) values ('/blog/one', '/about')");
    await keep(null, "one");
    expect(await all()).toEqual([]);
  });
});

import { expect, test } from "vitest";
import { linksIn } from "./links-in";

test("links are found with their text and pictures with their description, and nothing in scripts", () => {
  const html = `<head><meta property="og:image" content="/social/a.png"/><script>"<a href='/no'>"</script></head>
    <!-- <a href="/neither">x</a> -->
    <a class="x" href="/one?a=1&amp;b=2">First <b>one</b> &#x27;s</a> <a href="/same">A</a> <a href="/same">B</a>
    <a href='/icon' aria-label="Home"><svg></svg></a> <a href="/pictured"><img src="/p.webp" alt="A ship"/></a>
    <img srcset="/s-1.webp 1x, /s-2.webp 2x" src="/s.webp"> <a>no</a>`;
  expect(
    linksIn(html).map(({ address, isPicture, words }) => `${isPicture ? "picture " : ""}${address}: ${words}`),
  ).toEqual([
    "/one?a=1&b=2: First one 's",
    "/same: A",
    "/same: B",
    "/icon: Home",
    "/pictured: A ship",
    "picture /p.webp: A ship",
    "picture /s.webp: A picture",
    "picture /s-1.webp: A picture",
    "picture /s-2.webp: A picture",
    "picture /social/a.png: The picture for social networks",
  ]);
});

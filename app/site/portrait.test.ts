import { createElement } from "react";
import { prerender } from "react-dom/static";
import { expect, test } from "vitest";
import { screenOf } from "../../test/harness/screen";
import { Portrait } from "./portrait";

const drawn = async (photo?: { src: string; alt: string; width: number; height: number }) => {
  const person = { name: "Ann Rolle", ...(photo ? { photo } : {}) };
  const { prelude } = await prerender(createElement(Portrait, { of: person, className: "size-16" }));
  return screenOf(await new Response(prelude).text());
};

test("[L-LOOK-13, P-ABOUT-3] a person with a photograph is shown by it, others by initials of the same size", async () => {
  const picture = (await drawn({ src: "/ann.webp", alt: "Ann Rolle at her desk", width: 640, height: 640 })).getByRole(
    "img",
    {
      name: "Ann Rolle at her desk",
    },
  );
  expect(picture.outerHTML).toContain('width="640" height="640"');
  expect(picture.className).toContain("size-16");
  const initials = await drawn();
  expect(initials.queryByRole("img", { name: /Portrait/ })).toBeNull();
  expect(initials.element.innerHTML).toContain("size-16");
});

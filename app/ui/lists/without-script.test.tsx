import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { ListFilter } from "~/ui/lists/list-filter";
import { NassauTime } from "~/ui/nassau-time";
import { screenOf } from "../../../test/harness/screen";

// What the server renders is what a browser without script shows.

function rendered(element: ReactNode) {
  const router = createMemoryRouter([{ path: "/", element }]);
  return screenOf(renderToStaticMarkup(<RouterProvider router={router} />));
}

test("a time is shown in Nassau's zone, named; a day alone needs no zone", () => {
  const at = "2026-07-01T03:30:00Z";
  const shown = (options: Intl.DateTimeFormatOptions) => rendered(<NassauTime at={at} options={options} />).words;
  expect(shown({ dateStyle: "long", timeStyle: "short" })).toBe("June 30, 2026 at 11:30 PM Nassau time");
  expect(shown({ hour: "2-digit", minute: "2-digit" })).toBe("11:30 PM Nassau time");
  expect(shown({ dateStyle: "long" })).toBe("June 30, 2026");
});

test("a list is searched by a button, and keeps the other parameters of its URL", () => {
  const list = { label: "Search and filters", path: "/admin/things", searchLabel: "Name", q: "ana", selects: [] };
  const page = rendered(<ListFilter {...list} otherParams={{ sort: "name", none: "" }} />);
  const button = page.getByRole<HTMLButtonElement>("button", { name: "Search" });
  expect([button.type, button.form?.method, new URL(button.form?.action ?? "", "http://x").pathname]).toEqual([
    "submit",
    "get",
    "/admin/things",
  ]);
  const fields = [...(button.form?.querySelectorAll("input") ?? [])].map(({ name, value }) => [name, value]);
  expect(fields).toEqual([
    ["sort", "name"],
    ["q", "ana"],
  ]);
});

import { expect, test } from "vitest";
import { megabyte } from "../file-rules";
import { onePdfOf } from "./pages";

const pages = (count: number, { bytes = megabyte, scan = "clean" } = {}) =>
  Array.from({ length: count }, () => ({ bytes, scan }));

test("[U-KIND-9] pages up to 30 and 100 MB can be had as one PDF, above that it is said why not, and otherwise nothing", () => {
  expect(onePdfOf(pages(1), "/one.pdf")).toBeNull();
  expect(onePdfOf(pages(2, { scan: "waiting" }), "/one.pdf")).toBeNull();
  expect(onePdfOf(pages(30), "/one.pdf")).toEqual({ href: "/one.pdf" });
  expect(onePdfOf(pages(31), "/one.pdf")).toEqual({
    problem: "These 31 pages are too many for one PDF, which can have up to 30.",
  });
  expect(onePdfOf(pages(10, { bytes: 10 * megabyte }), "/one.pdf")).toEqual({ href: "/one.pdf" });
  expect(onePdfOf(pages(10, { bytes: 10 * megabyte + 1 }), "/one.pdf")).toEqual({
    problem: "These pages are too large for one PDF, which can have up to 100 MB.",
  });
});

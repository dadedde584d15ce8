import { expect, test } from "vitest";
import { safetyHeaders } from "./headers";

test.each(["/applications/held", "/applications", "/apply/BV26-AAAA-BBBB", "/documents/1", "/admin/session"])(
  "[F-SAFE-16] %s can be loaded by no page of another site",
  (path) => {
    expect(safetyHeaders(path)).toContainEqual(["Cross-Origin-Resource-Policy", "same-origin"]);
  },
);

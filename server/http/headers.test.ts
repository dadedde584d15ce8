import { expect, test } from "vitest";
import { safetyHeaders } from "./headers";

test.each(["/applications/held", "/applications", "/apply/BV26-AAAA-BBBB", "/documents/1", "/admin/session"])(
  "[F-SAFE-16] no page of another site can load %s",
  (path) => {
    expect(safetyHeaders(path)).toContainEqual(["Cross-Origin-Resource-Policy", "same-origin"]);
  },
);

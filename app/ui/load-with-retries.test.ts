import { expect, test, vi } from "vitest";
import { loadWithRetries } from "./load-with-retries";

test("a part that the server draws is loaded once, and nobody waits for retries of what did not fail", async () => {
  const load = vi.fn(async () => "part");
  expect(await loadWithRetries(load, "form[aria-label=Inquiry]")).toBe("part");
  expect(load).toHaveBeenCalledTimes(1);
});

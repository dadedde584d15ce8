import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWithRetries } from "./load-with-retries";

const reload = vi.fn();
let drawn: boolean;

beforeEach(() => {
  drawn = true;
  reload.mockClear();
  vi.useFakeTimers();
  vi.stubGlobal("document", { querySelector: () => (drawn ? {} : null) });
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Fails so many times, and then gives the part. */
function script(failures: number) {
  return vi.fn(async () => {
    if (failures-- > 0) throw new TypeError("Failed to fetch dynamically imported module");
    return "the part";
  });
}

/** What has become of it after all the waits. */
async function outcome(load: () => Promise<string>, selector?: string): Promise<string> {
  let found = "nothing";
  loadWithRetries(load, selector).then(
    (part) => {
      found = part;
    },
    () => {
      found = "an error";
    },
  );
  await vi.advanceTimersByTimeAsync(20_000);
  return found;
}

test("a script that fails to load is requested again, three times", async () => {
  const load = script(3);
  expect(await outcome(load, "form")).toBe("the part");
  expect(load).toHaveBeenCalledTimes(4);
});

test("a script that never loads leaves the part as rendered by the server, without an error", async () => {
  expect(await outcome(script(9), "form")).toBe("nothing");
  expect(reload).not.toHaveBeenCalled();
});

test("if the server didn't render the part, the page is reloaded once there is a network", async () => {
  drawn = false;
  vi.stubGlobal("navigator", { onLine: false });
  expect(await outcome(script(9), "form")).toBe("nothing");
  expect(reload).not.toHaveBeenCalled();
  vi.stubGlobal("navigator", { onLine: true });
  await outcome(script(9), "form");
  expect(reload).toHaveBeenCalledTimes(1);
});

test("an optional part doesn't reload the page", async () => {
  drawn = false;
  expect(await outcome(script(9))).toBe("nothing");
  expect(reload).not.toHaveBeenCalled();
});

test("on the server a part is loaded once, without a window and without retries", async () => {
  vi.useRealTimers();
  const load = script(0);
  expect(await loadWithRetries(load, "form[aria-label=Inquiry]")).toBe("the part");
  expect(load).toHaveBeenCalledTimes(1);
});

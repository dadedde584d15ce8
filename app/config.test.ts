import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each([
  [{ TRUST_PROXY: "yes" }, "127.0.0.1"],
  [{ TRUST_PROXY: "yes", HOST: "0.0.0.0" }, "0.0.0.0"],
  [{ TRUST_PROXY: "no" }, "0.0.0.0"],
  [{ TRUST_PROXY: "no", NODE_ENV: "development" }, "127.0.0.1"],
])("[F-SAFE-13] with %j the app listens on %s", async (env, host) => {
  vi.resetModules();
  for (const [name, value] of Object.entries({ HOST: "", NODE_ENV: "test", ...env })) vi.stubEnv(name, value);
  expect((await import("~/config.server")).config.HOST).toBe(host);
});

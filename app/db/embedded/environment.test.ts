import { expect, test, vi } from "vitest";
import { serverEnvironment } from "./binaries.server";
import { embeddedWarning } from "./embedded.server";

test("[F-SAFE-9] the embedded PostgreSQL's processes get PATH, LANG and TZ of the environment, and no secret", () => {
  const env = { PATH: "/bin", LANG: "C.UTF-8", TZ: "America/Nassau" };
  const ours = {
    SECRET: "s",
    KEYRING: "k",
    SMTP_URL: "m",
    ADMIN_PASSWORD: "p",
    HOME: "/root",
    FAKETIME: "",
    LD_PRELOAD: "x",
  };
  for (const [name, value] of Object.entries({ ...env, ...ours })) vi.stubEnv(name, value);
  expect(serverEnvironment()).toEqual(env);
  vi.unstubAllEnvs();
});

test.each([
  ["https://lucaya.example", [4, 5], true],
  ["https://lucaya.example", [4, 4], false],
  ["https://lucaya.example", [5, 4], false],
  ["http://localhost:3000", [4, 5], false],
  ["http://visas.localhost", [4, 5], false],
  ["http://127.0.0.1:3000", [4, 5], false],
  ["http://[::1]:3000", [4, 5], false],
  [undefined, [4, 5], false],
])("[F-SAFE-10] with PUBLIC_URL %s and the minor versions %j the start warns: %s", (publicUrl, minors, warns) => {
  const warning = embeddedWarning(publicUrl, minors);
  expect(warning !== null).toBe(warns);
  if (warning) expect(warning).toContain("18.4, and 18.5 is out");
});

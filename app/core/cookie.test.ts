import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});
async function cookies(publicUrl: string) {
  vi.stubEnv("PUBLIC_URL", publicUrl);
  return import("./cookie.server");
}

test("[W-RESUME-3] with https a cookie is for this host alone, sent over https, and read by no script", async () => {
  const { cookieHeader, cookieName } = await cookies("https://lucaya.test");
  const name = cookieName("browser");
  expect(name).toBe("__Host-browser");
  expect(cookieHeader(name, "abc", 60)).toBe("__Host-browser=abc; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax");
});

test("without https, on a machine of one's own, it is a cookie all the same", async () => {
  const { cookieHeader, cookieName } = await cookies("");
  expect(cookieHeader(cookieName("browser"), "a b", 0)).toBe(
    "browser=a%20b; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
  );
});

test("cookies are read by their names, and none is there without the header", async () => {
  const { readCookies } = await cookies("");
  expect({ ...readCookies("a=1; b=a%20b") }).toEqual({ a: "1", b: "a b" });
  expect({ ...readCookies("a=1; b=2", "b") }).toEqual({ b: "2" });
  expect({ ...readCookies(null) }).toEqual({});
});

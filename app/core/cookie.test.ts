import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});
async function cookies(publicUrl: string) {
  vi.stubEnv("PUBLIC_URL", publicUrl);
  return import("./cookie.server");
}

test("[W-RESUME-3] with https a cookie is for this host only, Secure and HttpOnly", async () => {
  const { cookieHeader, cookieName } = await cookies("https://lucaya.test");
  const name = cookieName("browser");
  expect(name).toBe("__Host-browser");
  expect(cookieHeader(name, "abc", 60)).toBe("__Host-browser=abc; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax");
});

test("without https, as in development, a cookie is still set", async () => {
  const { cookieHeader, cookieName } = await cookies("");
  expect(cookieHeader(cookieName("browser"), "a b", 0)).toBe(
    "browser=a%20b; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
  );
});

test("cookies are read by name, and a missing header yields none", async () => {
  const { readCookies } = await cookies("");
  expect({ ...readCookies("a=1; b=a%20b") }).toEqual({ a: "1", b: "a b" });
  expect({ ...readCookies("a=1; b=2", "b") }).toEqual({ b: "2" });
  expect({ ...readCookies(null) }).toEqual({});
});

import { afterEach, describe, expect, test, vi } from "vitest";

vi.mock("~/config.server", () => ({
  config: { secret: "a secret of the tests, long enough", PUBLIC_URL: "https://lucaya.test", PORT: 3000 },
}));
const { config } = await import("~/config.server");
const { isSealed, linkBase, privateLink, privateLinks, readPrivateLink, rememberAddress, seal, sealedToken } =
  await import("./private-links.server");

const applicationId = "3f2b9c5e-1112-4b3c-8d4e-5f60718293a4";
const resumeToken = "9b2f0a51-6c1d-4f0e-9a3b-2c4d5e6f7081";
const day = 86_400_000;

const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";
const fresh = () => tokenOf(privateLink("resume", applicationId, resumeToken));
const bytesOf = (token: string) => Buffer.from(token, "base64url");

/** The token with one byte changed. */
function changed(token: string, position: number) {
  const bytes = bytesOf(token);
  bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position);
  return bytes.toString("base64url");
}

afterEach(() => void vi.useRealTimers());

describe("a resume link", () => {
  test("[P-MAIL-10] the link points to /application/resume?token= and opens its application", () => {
    const link = new URL(privateLink("resume", applicationId, resumeToken));
    expect(link.origin + link.pathname).toBe("https://lucaya.test/application/resume");
    const read = readPrivateLink("resume", tokenOf(link.href));
    expect(read?.id).toBe(applicationId);
    expect(read?.verify(resumeToken)).toBe(true);
    expect(read?.expired).toBe(false);
  });

  test("the link does not contain the resume token", () => {
    const text = bytesOf(fresh()).toString("hex");
    expect(text).not.toContain(resumeToken.replaceAll("-", ""));
  });

  test("a link with any changed byte is not valid", () => {
    const token = fresh();
    for (let index = 0; index < bytesOf(token).length; index++) {
      const read = readPrivateLink("resume", changed(token, index));
      expect([read?.verify(resumeToken), read?.isOurs], `byte ${index}`).toEqual([false, false]);
    }
  });

  test("the link expires after 30 days and is recognized as expired", () => {
    vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z") });
    const token = fresh();
    vi.setSystemTime(Date.now() + privateLinks.resume.lifetime - 1);
    expect(readPrivateLink("resume", token)?.expired).toBe(false);
    vi.setSystemTime(Date.now() + 1);
    const read = readPrivateLink("resume", token);
    expect(read?.expired).toBe(true);
    expect(read?.verify(resumeToken)).toBe(true);
    expect(read?.expires).toBe(Date.parse("2026-12-21T12:00:00Z"));
  });

  test("the link is invalid for another application and after the resume token changed", () => {
    const otherId = "00000000-1112-4b3c-8d4e-5f60718293a4";
    const forged = bytesOf(fresh());
    forged.write(otherId.replaceAll("-", ""), "hex");
    expect(readPrivateLink("resume", forged.toString("base64url"))?.verify(resumeToken)).toBe(false);
    const link = readPrivateLink("resume", fresh());
    expect(link?.verify("11111111-6c1d-4f0e-9a3b-2c4d5e6f7081")).toBe(false);
    expect(link?.isOurs).toBe(true);
  });

  test("a token of another purpose is invalid", () => {
    const token = bytesOf(fresh());
    const expires = token.readUIntBE(16, 6);
    const withSeal = (purpose: string) => {
      seal(purpose, applicationId, resumeToken, expires).copy(token, 22);
      return readPrivateLink("resume", token.toString("base64url"))?.verify(resumeToken);
    };
    expect(withSeal("resume")).toBe(true);
    expect(withSeal("newsletter")).toBe(false);
  });

  test("several links are valid at the same time", () => {
    vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z") });
    const first = fresh();
    vi.setSystemTime(Date.now() + day);
    const second = fresh();
    expect(first).not.toBe(second);
    for (const token of [first, second]) expect(readPrivateLink("resume", token)?.verify(resumeToken)).toBe(true);
  });

  test.each([
    "",
    "x",
    "a".repeat(72),
    "a".repeat(87),
    "a".repeat(89),
    `${"a".repeat(87)}=`,
    `${"a".repeat(87)} `,
    "é".repeat(88),
  ])("%j is not a token", (token) => expect(readPrivateLink("resume", token)).toBeNull());
});

describe("a link that says `This was not me`", () => {
  const email = "Ana@Mail.example";
  const made = () => new URL(privateLink("notMe", applicationId, email));

  test("[V-ATK-14] the link is for one email, in any spelling, and for nothing else", () => {
    const link = made();
    expect(link.origin + link.pathname).toBe("https://lucaya.test/application/not-me");
    const token = link.searchParams.get("token") ?? "";
    const read = readPrivateLink("notMe", token);
    expect([read?.id, read?.isOurs, read?.verify("ana@mail.EXAMPLE")]).toEqual([applicationId, true, true]);
    expect(read?.verify("ana@other.example")).toBe(false);
    const asResume = readPrivateLink("resume", token);
    expect([asResume?.isOurs, asResume?.verify(email.toLowerCase())]).toEqual([false, false]);
    expect(readPrivateLink("notMe", fresh())?.isOurs).toBe(false);
    expect(readPrivateLink("notMe", "no token")).toBeNull();
  });

  test("the link expires after 30 days", () => {
    vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z") });
    const token = made().searchParams.get("token") ?? "";
    expect(readPrivateLink("notMe", token)?.expires).toBe(Date.parse("2026-12-21T12:00:00Z"));
  });
});

test("links start with the public URL, else the app's URL, else its port's", () => {
  expect(linkBase()).toBe("https://lucaya.test");
  const PUBLIC_URL = config.PUBLIC_URL as string;
  Object.assign(config, { PUBLIC_URL: undefined });
  expect(linkBase()).toBe("http://localhost:3000");
  rememberAddress("http://localhost:41234");
  expect(linkBase()).toBe("http://localhost:41234");
  Object.assign(config, { PUBLIC_URL });
});

test("a token is valid for one purpose, one list of fields and one secret", () => {
  const mac = seal("a purpose", "one", 2);
  expect([mac.length, isSealed(mac, "a purpose", "one", 2)]).toEqual([32, true]);
  for (const sealed of [seal("another", "one", 2), seal("a purpose", "one2"), seal("a purpose", "one", "2")])
    expect(isSealed(sealed, "a purpose", "one", 2)).toBe(false);
  expect(isSealed(mac.subarray(1), "a purpose", "one", 2)).toBe(false);
  Object.assign(config, { secret: "another secret of the tests" });
  expect(isSealed(mac, "a purpose", "one", 2)).toBe(false);
  Object.assign(config, { secret: "a secret of the tests, long enough" });
});

test.each(["", "x", applicationId.toUpperCase(), `${applicationId}0`, `0${applicationId}`, applicationId.slice(1)])(
  "a token can be made only for an id, and %j is refused",
  (id) => expect(() => sealedToken("resume", id, resumeToken, 0)).toThrow("An id is a UUID in lower case"),
);

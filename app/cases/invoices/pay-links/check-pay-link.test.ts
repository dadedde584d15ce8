import { describe, expect, test } from "vitest";
import { payLinkState } from "~/core/prices/pay-link";
import { checkPayLink } from "./check-pay-link";

const today = "2026-11-21";
const hosts = ["pay.example.com", "xn--bcher-kva.example"];
const check = (changes: Partial<Parameters<typeof checkPayLink>[0]> = {}, allowed: readonly string[] = hosts) =>
  checkPayLink(
    { url: "https://pay.example.com/p/8f2?k=1", amount: "385.00", lastDay: "", ...changes },
    { hosts: allowed, open: 385_00n, today },
  );

const only = "Only links to pay.example.com and xn--bcher-kva.example are allowed.";

describe("[M-LINK-1] a pasted pay link", () => {
  test.each([
    ["https://pay.example.com/p/8f2?k=1", "https://pay.example.com/p/8f2?k=1"],
    [" HTTPS://PAY.example.COM/P#part ", "https://pay.example.com/P#part"],
    ["https://pay.example.com", "https://pay.example.com/"],
    ["https://Bücher.example/zahlen", "https://xn--bcher-kva.example/zahlen"],
    ["https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"],
    ["https://ｐａｙ.example.com/", "https://pay.example.com/"],
  ])("%s is taken as browsers write it", (url, stored) => {
    const { link, problems } = check({ url });
    expect([link?.url, problems]).toEqual([stored, {}]);
    expect(new URL(stored).hostname).toBe(link?.host);
  });

  test.each([
    ...["http://pay.example.com/", "pay.example.com/p", "//pay.example.com/", "https:/pay.example.com/"],
    ...[
      "https:pay.example.com/",
      "javascript://pay.example.com/%0aalert(1)",
      "data:text/html,https://pay.example.com/",
    ],
    ...["https://user@pay.example.com/", "https://user:word@pay.example.com/", "https://@pay.example.com/"],
    ...["https://pay.example.com:443/", "https://pay.example.com:8443/", "https://pay.example.com:/"],
    ...["https://evil.example/", "https://evil.example/pay.example.com", "https://pay.example.com.evil.example/"],
    ...["https://evilpay.example.com/", "https://example.com/", "https://sub.pay.example.com/"],
    ...[
      "https://pay.example.com./",
      "https://pay.example.com\\@evil.example/",
      "https://evil.example\\.pay.example.com/",
    ],
    ...[
      "https://pay.example.com/a\nb",
      "https://pay.ex\tample.com/",
      "https://pay.example.com/\u0000",
      "https://pay.exam\u00adple.com/",
    ],
    ...["https://pay.example.com/\u202egpj", "https://pаy.example.com/", "https://pay.example.com%2f.evil.example/"],
    ...["https://127.0.0.1/", "https://[::1]/", "https://", "https:///pay.example.com"],
  ])("%j is refused, and names the allowed hosts", (url) => {
    expect(check({ url })).toEqual({ problems: { url: only } });
  });

  test("at most 2,000 characters are taken, also as browsers write them", () => {
    const long = (letter: string, length: number) => `https://pay.example.com/${letter.repeat(length - 24)}`;
    expect(check({ url: long("a", 2000) }).link?.url).toHaveLength(2000);
    for (const url of [long("a", 2001), long("é", 1000), "", "  "])
      expect(check({ url }).problems).toEqual({ url: "Paste a link of at most 2,000 characters." });
  });

  test("without allowed hosts a super admin has to name them first", () => {
    expect(check({}, []).problems).toEqual({
      url: "A super admin has to name the allowed hosts in the settings first.",
    });
    expect(check({ url: "http://evil.example/" }, ["pay.example.com"]).problems).toEqual({
      url: "Only links to pay.example.com are allowed.",
    });
  });

  test("its amount is at most what is open, and its last day is today or later", () => {
    expect(check({ amount: "385" }).link?.amount).toBe(385_00n);
    for (const [amount, problem] of [
      ["385.01", "Only $385.00 is open. Enter at most this amount."],
      ["", "Enter an amount such as 185.00."],
      ["0", "Enter an amount such as 185.00."],
      ["-1", "Enter an amount such as 185.00."],
    ] as const)
      expect(check({ amount }).problems).toEqual({ amount: problem });
    for (const lastDay of [today, "2027-11-21"]) expect(check({ lastDay }).link?.lastDay).toBe(lastDay);
    for (const lastDay of ["2026-11-20", "2027-11-22", "2026-02-30", "tomorrow"])
      expect(check({ lastDay }).problems).toEqual({
        lastDay: "Choose today or a later day, at most a year ahead.",
      });
  });
});

test("[M-LINK-4] a link with a card number is refused, however it is written", () => {
  for (const path of ["4111111111111111", "4111-1111-1111-1111", "%34111111111111111", "?n=4111%201111%201111%201111"])
    expect(check({ url: `https://pay.example.com/${path}` }).problems).toEqual({
      url: "Please do not enter card numbers here.",
    });
  expect(check({ url: "https://evil.example/4111111111111111" }).problems.url).toContain("card numbers");
  expect(check({ url: "https://pay.example.com/4111111111111112" }).problems).toEqual({});
});

describe("[M-LINK-3] a pay link", () => {
  const link = { host: "pay.example.com", amount: "385.00", lastDay: "2026-11-21", endedAt: null, endedAs: null };
  const at = (instant: string, changes: Partial<Parameters<typeof payLinkState>[0]> = {}, open = "385.00") =>
    payLinkState({ ...link, ...changes }, open, hosts, Date.parse(instant));

  test("is shown until its last day is over in the last time zone", () => {
    expect(at("2026-11-22T11:59:59Z")).toBe("shown");
    expect(at("2026-11-22T12:00:00Z")).toBe("expired");
    expect(at("2099-01-01T00:00:00Z", { lastDay: null })).toBe("shown");
    // The days on which clocks change are no different: the last time zone has no summer time.
    expect(at("2026-11-02T11:59:59Z", { lastDay: "2026-11-01" })).toBe("shown");
    expect(at("2026-03-09T12:00:00Z", { lastDay: "2026-03-08" })).toBe("expired");
  });

  test("is not shown at another host, or if it asks for more than is open", () => {
    expect(at("2026-11-21T00:00:00Z", { host: "old.example.com" })).toBe("host");
    expect(at("2026-11-21T00:00:00Z", {}, "384.99")).toBe("more");
    expect(at("2026-11-21T00:00:00Z", { amount: "100.00" }, "100.00")).toBe("shown");
  });

  test("names what ended it first", () => {
    const replaced = { endedAs: "replaced" as const };
    expect(at("2026-11-25T00:00:00Z", { ...replaced, endedAt: new Date("2026-11-20T00:00:00Z") })).toBe("replaced");
    expect(at("2026-11-25T00:00:00Z", { ...replaced, endedAt: new Date("2026-11-24T00:00:00Z") })).toBe("expired");
    expect(at("2026-11-20T00:00:00Z", { endedAs: "withdrawn", endedAt: new Date("2026-11-19T00:00:00Z") })).toBe(
      "withdrawn",
    );
  });
});

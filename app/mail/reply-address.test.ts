import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { config } from "~/config.server";
import { provesFor, readTokens, replyAddressOf, replyAddressPattern } from "./reply-address.server";

const id = "0b3e1f6a-6f44-4d0e-9a51-7c1d2b3a4f50";
const ofCase = { kind: "case", id, address: "ana@mail.test" } as const;
const ofInquiry = { ...ofCase, kind: "inquiry" } as const;

beforeEach(() => {
  config.REPLY_ADDRESS = "replies+{token}@lucaya.example";
});
afterEach(() => {
  config.REPLY_ADDRESS = undefined;
  vi.restoreAllMocks();
});

/** The one token of an address. */
const read = (address: string) => readTokens([address])[0] ?? expect.fail(`no token in ${address}`);

describe("[R-IN-2] the address of a reply", () => {
  test("it has 43 lower-case letters and digits in place of {token}", () => {
    const addresses = [ofCase, ofInquiry, { ...ofCase, id: "00000000-0000-0000-0000-000000000000" }].map(
      replyAddressOf,
    );
    for (const address of addresses) expect(address).toMatch(/^replies\+[0-9a-z]{43}@lucaya\.example$/);
    expect(new Set(addresses).size).toBe(3);
  });

  test("it names its case or inquiry and proves it for one address, in any case of letters", () => {
    for (const target of [ofCase, ofInquiry]) {
      const token = read(` ${replyAddressOf(target).toUpperCase()} `);
      expect(token).toMatchObject({ kind: target.kind, id });
      expect(provesFor(token, target)).toBe(true);
      expect(provesFor(token, { ...target, address: "ANA@Mail.Test " })).toBe(true);
    }
  });

  test.each([
    ["another address", { ...ofCase, address: "eve@mail.test" }],
    ["another case", { ...ofCase, id: id.replace("0b", "0c") }],
    ["an inquiry with the same id", ofInquiry],
  ])("it proves nothing for %s", (_, target) => {
    expect(provesFor(read(replyAddressOf(ofCase)), target)).toBe(false);
  });

  test("a changed character anywhere proves nothing", () => {
    const address = replyAddressOf(ofCase);
    const start = "replies+".length;
    for (let index = start; index < start + 43; index++) {
      const other = address[index] === "a" ? "b" : "a";
      const [token] = readTokens([address.slice(0, index) + other + address.slice(index + 1)]);
      expect(token !== undefined && provesFor(token, ofCase), `character ${index}`).toBe(false);
    }
  });

  test("another SECRET proves nothing", () => {
    const address = replyAddressOf(ofCase);
    vi.spyOn(config, "secret", "get").mockReturnValue("another secret with 32 characters");
    expect(provesFor(read(address), ofCase)).toBe(false);
  });

  test.each([
    ["another domain", (address: string) => address.replace("lucaya", "evil")],
    ["a longer domain", (address: string) => `${address}.evil.example`],
    ["something before it", (address: string) => `x${address}`],
    ["a dot that is a letter", (address: string) => address.replace("lucaya.example", "lucayaxexample")],
    ["42 characters", (address: string) => address.replace(/.@/, "@")],
    ["44 characters", (address: string) => address.replace("@", "a@")],
    ["a number that is too large", (address: string) => address.replace(/\+[^@]+/, `+${"z".repeat(43)}`)],
    ["no token", () => "replies@lucaya.example"],
  ])("an address with %s has no token", (_, change) => {
    expect(readTokens([change(replyAddressOf(ofCase))])).toEqual([]);
  });

  test("two addresses are read in their order, and the same one once", () => {
    const [first, second] = [replyAddressOf(ofInquiry), replyAddressOf(ofCase)];
    const found = readTokens(["hello@lucaya.example", first, second, first.toUpperCase()]);
    expect(found.map(({ kind }) => kind)).toEqual(["inquiry", "case"]);
  });

  test("every address with a token is found in a text", () => {
    const text = `To: <${replyAddressOf(ofCase)}>, ${replyAddressOf(ofInquiry).toUpperCase()}; hello@lucaya.example`;
    expect(text.replace(replyAddressPattern() ?? /$^/, "[private link]")).toBe(
      "To: <[private link]>, [private link]; hello@lucaya.example",
    );
  });
});

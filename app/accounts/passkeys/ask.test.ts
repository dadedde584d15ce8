import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { unreachableMessage } from "~/ui/forms/or-unreachable";
import { createPasskey, getPasskey } from "./ask";
import { withOtherWay } from "./words";

// The browser's side: a device that answers as the standard says, and a page at an address.
class Device {
  static parseRequestOptionsFromJSON = (question: unknown) => question;
  static parseCreationOptionsFromJSON = (question: unknown) => question;
  toJSON = () => ({ id: "a passkey" });
}
let answer: () => unknown;
const credentials = { get: async () => answer(), create: async () => answer() };
const question = { rpId: "lucaya.example", rp: { id: "lucaya.example" } };

function at(hostname: string, reply: () => Response = () => Response.json(question)): void {
  vi.stubGlobal("location", { hostname });
  vi.stubGlobal("fetch", async () => reply());
}
beforeEach(() => {
  vi.stubGlobal("PublicKeyCredential", Device);
  vi.stubGlobal("navigator", { credentials });
  at("lucaya.example");
});
afterEach(() => vi.unstubAllGlobals());

const fails = (name: string) => () => {
  throw new DOMException("", name);
};

describe("[F-DESK-15] the message of a failing passkey", () => {
  test.each([
    [
      "NotAllowedError",
      /this device has none for this site, or the question was canceled or took too long\.$/,
      /canceled/,
    ],
    ["InvalidStateError", /the device did not answer\.$/, /this device already has one for your account\.$/],
    ["NotSupportedError", /this device can’t make one/, /this device can’t make one/],
    ["ConstraintError", /this device can’t make one/, /this device can’t make one/],
    ["AbortError", /another question took its place\.$/, /another question took its place\.$/],
    ["UnknownError", /the device did not answer\.$/, /the device did not answer\.$/],
    ["SecurityError", /passkeys do not work at the address lucaya\.example\./, /do not work at the address/],
  ])("%s is explained by its own message", async (name, used, added) => {
    answer = fails(name);
    expect(await getPasskey("/question")).toEqual({ problem: expect.stringMatching(used) });
    expect(await createPasskey("/question")).toEqual({ problem: expect.stringMatching(added) });
    expect(await getPasskey("/question")).toEqual({ problem: expect.stringMatching(/^No passkey was used: /) });
    expect(await createPasskey("/question")).toEqual({ problem: expect.stringMatching(/^No passkey was added: /) });
  });

  test("a URL other than the site's is explained by naming both hosts", async () => {
    at("10.0.0.7");
    answer = fails("SecurityError");
    const problem = "10.0.0.7 is not the site’s address. Passkeys work at lucaya.example alone.";
    expect(await getPasskey("/question")).toEqual({ problem: `No passkey was used: ${problem}` });
  });

  test.each<[string, () => Response, RegExp]>([
    [
      "no connection",
      () => {
        throw new TypeError("Failed to fetch");
      },
      /^You seem to be offline/,
    ],
    [
      "a session that ended",
      () => Response.json({ error: "Please sign in again." }, { status: 409 }),
      /^Please sign in again\.$/,
    ],
    [
      "the page that signs in",
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      /^Your session has ended\./,
    ],
    ["a server that fails", () => new Response("<html>", { status: 502 }), /^We couldn’t send this\./],
  ])("%s is explained by its own message", async (_, reply, pattern) => {
    at("lucaya.example", reply);
    expect(await getPasskey("/question")).toEqual({ problem: expect.stringMatching(pattern) });
  });

  test("a programming error is thrown, not turned into a message", async () => {
    answer = () => {
      throw new TypeError("undefined is not a function");
    };
    await expect(getPasskey("/question")).rejects.toThrow("undefined is not a function");
  });

  test("the alternative sign-in is named only if the message doesn't say what to do", () => {
    const alternative = "sign in with your password";
    const canceled = "No passkey was used: the question was canceled or took too long.";
    expect(withOtherWay(canceled, alternative)).toBe(`${canceled} Try again, or ${alternative}.`);
    for (const message of [unreachableMessage(undefined), unreachableMessage(new TypeError()), "Please sign in again."])
      expect(withOtherWay(message, alternative)).toBe(message);
  });

  test("a successful passkey shows no message", async () => {
    answer = () => new Device();
    expect(await getPasskey("/question")).toEqual({ answer: '{"id":"a passkey"}' });
  });
});

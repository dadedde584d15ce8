import { unreachableMessage } from "~/ui/forms/or-unreachable";

export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;

/** The assertion as JSON, or why there is none, in one sentence. */
export type PasskeyResult = { answer: string } | { problem: string };

/** `path` returns the challenge. */
export const getPasskey = (path: string): Promise<PasskeyResult> =>
  requestCredential<PublicKeyCredentialRequestOptionsJSON>(path, "used", (question) => ({
    site: question.rpId,
    start: () => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(question) }),
  }));

/** `path` returns the challenge. */
export const createPasskey = (path: string): Promise<PasskeyResult> =>
  requestCredential<PublicKeyCredentialCreationOptionsJSON>(path, "added", (question) => ({
    site: question.rp.id,
    start: () =>
      navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(question) }),
  }));

type Done = "used" | "added";

async function requestCredential<Question>(
  path: string,
  done: Done,
  read: (question: Question) => { site: string | undefined; start: () => Promise<Credential | null> },
): Promise<PasskeyResult> {
  const response = await fetch(path, { headers: { Accept: "application/json" } }).catch(unreachableMessage);
  if (typeof response === "string") return { problem: response };
  // A session that has ended redirects to the sign-in page.
  if (!response.headers.get("content-type")?.includes("json"))
    return { problem: response.ok ? endedWords : unreachableMessage(undefined) };
  const question = await response.json();
  if (!response.ok) return { problem: question.error ?? unreachableMessage(undefined) };
  const { site, start } = read(question);
  try {
    const credential = await start();
    return credential instanceof PublicKeyCredential
      ? { answer: JSON.stringify(credential.toJSON()) }
      : { problem: reasonOf("NotAllowedError", done, site) };
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return { problem: reasonOf(error.name, done, site) };
  }
}

const endedWords = "Your session has ended. Please sign in again.";

/**
 * Why no passkey was used or added. Browsers don't distinguish a device without a passkey from a canceled prompt, so
 * that nobody can learn which passkeys a device has: the message says both.
 */
function reasonOf(name: string, done: Done, site = ""): string {
  const none = `No passkey was ${done}`;
  switch (name) {
    case "NotAllowedError":
      return done === "used"
        ? `${none}: this device has none for this site, or the question was canceled or took too long.`
        : `${none}: the question was canceled or took too long.`;
    case "InvalidStateError":
      return done === "added"
        ? `${none}: this device already has one for your account.`
        : `${none}: the device did not answer.`;
    case "SecurityError":
      return site === "" || site === location.hostname
        ? `${none}: passkeys do not work at the address ${location.hostname}. Open the site by its name.`
        : `${none}: ${location.hostname} is not the site’s address. Passkeys work at ${site} alone.`;
    case "NotSupportedError":
    case "ConstraintError":
      return `${none}: this device can’t make one that confirms who you are.`;
    case "AbortError":
      return `${none}: another question took its place.`;
    default:
      return `${none}: the device did not answer.`;
  }
}

/** Whether this browser can answer with a passkey. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;

/** A passkey's answer as JSON; null when the person canceled it, or no device has one. */
export async function askPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<string | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return jsonOf(() => navigator.credentials.get({ publicKey }));
}

/** A new passkey as JSON; null when the person canceled it. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<string | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return jsonOf(() => navigator.credentials.create({ publicKey }));
}

async function jsonOf(ask: () => Promise<Credential | null>): Promise<string | null> {
  try {
    const answer = await ask();
    return answer instanceof PublicKeyCredential ? JSON.stringify(answer.toJSON()) : null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

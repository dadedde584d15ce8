/** Whether this browser can answer with a passkey. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;

/** A passkey's answer as JSON text; null when the person canceled it. */
export async function askPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<string | null> {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const answer = await navigator.credentials.get({ publicKey });
    return answer instanceof PublicKeyCredential ? JSON.stringify(answer.toJSON()) : null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

export const notVerifiedMessage =
  "Your device did not confirm that it is you. Unlock it with its PIN, fingerprint or face, then try again.";
export const unknownPasskeyMessage = "This passkey does not open an account here.";
export const noPasskeyMessage = "No passkey was used. Try again, or sign in with your password.";
export const noNewPasskeyMessage = "No passkey was added. Try again.";

/** Adds an alternative, unless the message says what to repeat. */
export const withOtherWay = (problem: string, alternative: string): string =>
  / again\b/.test(problem) ? problem : `${problem} Try again, or ${alternative}.`;

export const passkeyNameMessage = "Enter a name of 1 to 60 characters for the passkey.";

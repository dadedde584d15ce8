import Bowser from "bowser";

// For an unknown browser the parser returns the header's own text, which must not get into a mail.
const known = new Set<string>([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)]);

/** Returns the kind of browser that a `User-Agent` names, such as `Chrome on Android`; empty if it is unknown. */
export function browserKind(userAgent: string | null | undefined): string {
  if (!userAgent) return "";
  // Real browsers send less; parsing long made-up headers would cost time.
  const { browser, os } = Bowser.parse(userAgent.slice(0, 400));
  const names = [browser.name, os.name].filter((name) => name !== undefined && known.has(name));
  // Not `Samsung Internet for Android on Android`.
  return names.join(" on ").replace(" for Android on ", " on ");
}

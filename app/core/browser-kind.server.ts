import Bowser from "bowser";

// For an unknown browser the parser returns the header's own text, and a stranger's text must not get into a mail.
const known = new Set<string>([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)]);

/** The kind of browser that a `User-Agent` names, such as `Chrome on Android`; empty when it names no known one. */
export function browserKind(userAgent: string | null | undefined): string {
  if (!userAgent) return "";
  // Real browsers send less; parsing long invented headers would cost time.
  const { browser, os } = Bowser.parse(userAgent.slice(0, 400));
  const names = [browser.name, os.name].filter((name) => name !== undefined && known.has(name));
  // Not `Samsung Internet for Android on Android`.
  return names.join(" on ").replace(" for Android on ", " on ");
}

import Bowser from "bowser";

// For a browser that it does not know the parser returns the header's own text: no stranger's words go into a mail.
const known = new Set<string>([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)]);

/** The kind of browser that a `User-Agent` names, such as `Chrome on Android`; empty when it names no known one. */
export function browserKind(userAgent: string | null | undefined): string {
  if (!userAgent) return "";
  // Nobody's browser says more, and what somebody invents is not worth the time of all its patterns.
  const { browser, os } = Bowser.parse(userAgent.slice(0, 400));
  const names = [browser.name, os.name].filter((name) => name !== undefined && known.has(name));
  // `Samsung Internet for Android on Android` says it twice.
  return names.join(" on ").replace(" for Android on ", " on ");
}

import Bowser from "bowser";

/** The kind of browser that a `User-Agent` names, such as `Chrome on Android`; empty when it names none that is known. */
export function browserKind(userAgent: string | null | undefined): string {
  if (!userAgent) return "";
  // Nobody's browser says more, and what somebody invents is not worth the time of all its patterns.
  const { browser, os } = Bowser.parse(userAgent.slice(0, 400));
  const names = [browser.name, os.name].map((name) => (name ?? "").slice(0, 30));
  return names.filter(Boolean).join(" on ");
}

/**
 * Another browser may have ended this one's right to an application: the answer then removes the mark by which
 * `My application` is shown (N-BEGIN-7; `my-application-script.server.ts` shows it).
 */
export function refreshMyApplicationLink() {
  if (!document.documentElement.hasAttribute("data-held")) return;
  fetch("/applications/held")
    .then((answer) => answer.text())
    .then(
      () => window.showHeld?.(),
      // Offline: asked again on the next page.
      () => undefined,
    );
}

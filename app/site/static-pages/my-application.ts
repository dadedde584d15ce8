/**
 * Another browser may have revoked this one's access to an application: `/applications/held` then deletes the cookie by
 * which `my-application-script.server.ts` shows `My application`.
 */
export function refreshMyApplicationLink() {
  if (!document.documentElement.hasAttribute("data-held")) return;
  fetch("/applications/held")
    .then((response) => response.text())
    .then(
      () => window.showHeld?.(),
      // Offline: the next page tries again.
      () => undefined,
    );
}

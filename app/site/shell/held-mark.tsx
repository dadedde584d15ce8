import { createContext, useContext } from "react";
import { heldMark } from "~/applications/access/held-mark";

/** The nonce that the policy of this answer names; none in the browser, where scripts of the page have run. */
export const Nonce = createContext<string | undefined>(undefined);

const pattern = `(?:^|; )(?:__Host-)?${heldMark}=`;
const script = `if(/${pattern}/.test(document.cookie))document.documentElement.dataset.held=""`;

/**
 * In the head of every page: shows `My application` before the first paint in a browser that holds one, with the same
 * bytes for everybody (N-BEGIN-7). Where no script runs a style sheet does it, which alone is made for each browser.
 */
export function HeldMark() {
  return (
    <>
      <script
        nonce={useContext(Nonce)}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, which nothing is put into.
        dangerouslySetInnerHTML={{ __html: script }}
      />
      <noscript>
        <link rel="stylesheet" href="/applications/held" />
      </noscript>
    </>
  );
}

/** The same after the page has loaded: what the script above did, once more. */
export function showHeld(): void {
  document.documentElement.toggleAttribute("data-held", new RegExp(pattern).test(document.cookie));
}

import { createContext, useContext } from "react";
import { heldMark } from "~/applications/access/held-mark";

/** The nonce that the policy of this answer names; none in the browser, where scripts of the page have run. */
export const Nonce = createContext<string | undefined>(undefined);

declare global {
  interface Window {
    /** Shows `My application` where the browser has the mark, and hides it elsewhere; made by the script below. */
    showHeld?: () => void;
  }
}

// Also for a page that comes back from the browser's memory, which is as old as it was left. The browser has it in the
// page, and need not load it once more.
const script = import.meta.env.SSR
  ? `addEventListener("pageshow",showHeld=()=>document.documentElement.toggleAttribute("data-held",/(^|; )(__Host-)?${heldMark}=/.test(document.cookie)));showHeld()`
  : "";

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

import { myApplicationCookie } from "~/applications/access/my-application-cookie";

declare global {
  interface Window {
    /** Shows `My application` if the browser has its cookie, and hides it otherwise; defined by the script below. */
    showHeld?: () => void;
  }
}

// Also on `pageshow`, because a page from the back/forward cache has its former state.
const script = `addEventListener("pageshow",showHeld=()=>document.documentElement.toggleAttribute("data-held",/(^|; )(__Host-)?${myApplicationCookie}=/.test(document.cookie)));showHeld()`;

/**
 * Inserts a script that shows `My application` before the first paint if the browser has its cookie, so that the
 * document has the same bytes for everybody. It precedes the style sheet, because a script after it would wait for it.
 * `nonce`: that of the response's policy.
 */
export function withMyApplicationScript(html: Buffer<ArrayBuffer>, nonce: string | undefined): Buffer<ArrayBuffer> {
  const index = html.indexOf("<head>") + "<head>".length;
  const element = `<script${nonce ? ` nonce="${nonce}"` : ""}>${script}</script>`;
  return Buffer.concat([html.subarray(0, index), Buffer.from(element), html.subarray(index)]);
}

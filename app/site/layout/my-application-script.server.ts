import { myApplicationCookie } from "~/applications/access/my-application-cookie";

declare global {
  interface Window {
    /** Shows `My application` where the browser has the mark, and hides it elsewhere; made by the script below. */
    showHeld?: () => void;
  }
}

// Also for a page that comes back from the browser's memory, which is as old as it was left.
const script = `addEventListener("pageshow",showHeld=()=>document.documentElement.toggleAttribute("data-held",/(^|; )(__Host-)?${myApplicationCookie}=/.test(document.cookie)));showHeld()`;

/**
 * A document with a script that shows `My application` before the first paint in a browser that holds one, with the
 * same bytes for everybody (N-BEGIN-7). It stands before the style sheet, which a script after it would wait for.
 * `nonce` is the one that the policy of this answer names.
 */
export function withMyApplicationScript(html: Buffer<ArrayBuffer>, nonce: string | undefined): Buffer<ArrayBuffer> {
  const place = html.indexOf("<head>") + "<head>".length;
  const element = `<script${nonce ? ` nonce="${nonce}"` : ""}>${script}</script>`;
  return Buffer.concat([html.subarray(0, place), Buffer.from(element), html.subarray(place)]);
}

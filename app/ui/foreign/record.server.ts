// The module's own texts are left out, and React leaves them alone.
const ownTexts = "[data-language-label],[data-copied]";

const script = `(()=>{let undoBody;
const record=root=>{const seen=[],see=some=>{seen.push(...some)},recorder=new MutationObserver(see);
recorder.observe(root,{childList:true,subtree:true,characterData:true,characterDataOldValue:true});
return()=>{see(recorder.takeRecords());recorder.disconnect();
for(const {target,addedNodes,removedNodes,nextSibling,oldValue} of seen.splice(0).reverse()){
if((target.closest?target:target.parentElement)?.closest("${ownTexts}"))continue;
if(target.nodeType===3)target.data=oldValue;
for(const node of addedNodes)if(node.parentNode===target)node.remove();
for(const node of removedNodes)target.insertBefore(node,nextSibling?.parentNode===target?nextSibling:null)}}},
watch=()=>{undoBody=record(document.body)};
addEventListener("DOMContentLoaded",watch);
undoForeign=()=>{removeEventListener("DOMContentLoaded",watch);undoBody?.();
const late=[...document.querySelectorAll("[data-late]")].map(record);undoForeign=()=>{late.splice(0).forEach(undo=>undo())}}})()`;

/**
 * An inline script that records what others than the page change in its body between the end of the document and the
 * start of React: a browser's translation replaces texts, password managers put elements beside boxes. `undoForeign`
 * takes it all back, the last change first, before React compares the page with what it would draw: then React has
 * nothing to draw again. What was typed stays, in the same boxes; a translator that watches the page translates it
 * once more. Parts marked `data-late`, whose script comes after the rest, are recorded on, until it is called again.
 * It belongs before the style sheet, which a script after it would wait for. `nonce` is the one that the policy of this
 * answer names.
 */
export const foreignRecorder = (nonce: string | undefined): string =>
  `<script${nonce ? ` nonce="${nonce}"` : ""}>${script}</script>`;

declare global {
  interface Window {
    /** Takes back what others have changed where React is about to start. */
    undoForeign?: () => void;
  }
}

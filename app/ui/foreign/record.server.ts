// The module writes these texts itself, and React leaves them alone.
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
 * An inline script that records changes by others between the end of the document and the start of React: a browser's
 * translation replaces texts, password managers add elements. `undoForeign` reverts them, last first, before React
 * hydrates, which would otherwise render everything again. Typed input stays; a translator that watches the page
 * translates it again. Parts marked `data-late`, which hydrate later, are recorded until it is called again. Put it
 * before the style sheet, or the script waits for that. `nonce`: that of the response's policy.
 */
export const foreignRecorder = (nonce: string | undefined): string =>
  `<script${nonce ? ` nonce="${nonce}"` : ""}>${script}</script>`;

declare global {
  interface Window {
    /** Reverts what others changed, where React is about to hydrate. */
    undoForeign?: () => void;
  }
}

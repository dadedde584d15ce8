/** Fetches a page of ours and returns it as a document; throws when it does not answer 200. */
export async function fetchPage(address: string, signal?: AbortSignal): Promise<Document> {
  const answer = await fetch(address, signal ? { signal } : {});
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Puts the part of another document in the place of the same part of this page; both are found by `selector`. */
export function replacePart(from: Document, selector: string) {
  const [old, fresh] = [document.querySelector(selector), from.querySelector(selector)];
  if (!old || !fresh) return;
  // What the part refers to stands at the beginning of its own document (`by-reference.server.ts`).
  const symbols = document.querySelector("[data-symbols] > defs");
  for (const symbol of from.querySelectorAll("[data-symbols] > defs > *"))
    if (!document.getElementById(symbol.id)) symbols?.append(document.adoptNode(symbol));
  old.replaceWith(document.adoptNode(fresh));
}

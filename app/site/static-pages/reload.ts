/** Fetches one of our pages as a document; throws unless the status is 200. */
export async function fetchPage(path: string, signal?: AbortSignal): Promise<Document> {
  const response = await fetch(path, signal ? { signal } : {});
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** Replaces a part of this page by the same part of another document, found by `selector`. */
export function replacePart(from: Document, selector: string) {
  const [old, fresh] = [document.querySelector(selector), from.querySelector(selector)];
  if (!old || !fresh) return;
  // The part's `<use>` elements refer to symbols of its own document (`by-reference.server.ts`).
  const symbols = document.querySelector("[data-symbols] > defs");
  for (const symbol of from.querySelectorAll("[data-symbols] > defs > *"))
    if (!document.getElementById(symbol.id)) symbols?.append(document.adoptNode(symbol));
  old.replaceWith(document.adoptNode(fresh));
}

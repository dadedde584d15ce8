/**
 * Lets React go on in a page that a browser translates. A translator replaces a text by `<font>` elements. React still
 * holds the text: removing it, or putting something before it, would throw and end the page, and a new value would be
 * written where nobody sees it. (React issue 11538.)
 */
export function standInForTexts(): void {
  const { removeChild, insertBefore } = Node.prototype;
  const standIns = new WeakMap<Node, Node>();

  /** The child of `parent` that is in the place of `node`, or null if nothing is. */
  const inPlace = (parent: Node, node: Node): Node | null => {
    let at: Node | null = node;
    while (at && at.parentNode !== parent) at = standIns.get(at) ?? at.parentNode;
    return at;
  };

  // What React writes into a text that is no longer in the page replaces its translation; that is then made again.
  const written = new MutationObserver((records) => {
    for (const { target } of records) {
      const at = standIns.get(target);
      if (at?.parentNode && !target.isConnected) at.parentNode.replaceChild(target, at);
    }
  });
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records)
      for (const text of removedNodes) {
        const font = [...addedNodes, previousSibling, nextSibling].find((one) => one instanceof HTMLFontElement);
        if (!font || text.isConnected || !(text instanceof Text || text instanceof HTMLFontElement)) continue;
        standIns.set(text, font);
        if (text instanceof Text) written.observe(text, { characterData: true });
      }
  }).observe(document, { childList: true, subtree: true });

  Node.prototype.removeChild = function <One extends Node>(this: Node, child: One): One {
    const at = inPlace(this, child);
    // A text that is nowhere any more is as React wants it.
    if (at || !(child instanceof Text)) removeChild.call(this, at ?? child);
    return child;
  };
  Node.prototype.insertBefore = function <One extends Node>(this: Node, node: One, before: Node | null): One {
    insertBefore.call(this, node, before instanceof Text ? inPlace(this, before) : before);
    return node;
  };
}

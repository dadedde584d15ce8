/**
 * Lets React continue in a page that a browser translates. A translator replaces a text by `<font>` elements. React
 * still refers to the text: removing it, or inserting something before it, would throw and end the page, and a new
 * value would be written where nobody sees it. (React issue 11538.)
 */
export function standInForTexts(): void {
  const { removeChild, insertBefore } = Node.prototype;
  const standIns = new WeakMap<Node, Node>();

  const inPlace = (parent: Node, node: Node): Node | null => {
    let at: Node | null = node;
    while (at && at.parentNode !== parent) at = standIns.get(at) ?? at.parentNode;
    return at;
  };

  // A text that React writes while it is out of the page replaces its translation, which is then made again.
  const written = new MutationObserver((records) => {
    for (const { target } of records) {
      const at = standIns.get(target);
      if (at?.parentNode && !target.isConnected) at.parentNode.replaceChild(target, at);
    }
  });
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records)
      for (const text of removedNodes) {
        const font = [...addedNodes, previousSibling, nextSibling].find((node) => node instanceof HTMLFontElement);
        if (!font || text.isConnected || !(text instanceof Text || text instanceof HTMLFontElement)) continue;
        standIns.set(text, font);
        if (text instanceof Text) written.observe(text, { characterData: true });
      }
  }).observe(document, { childList: true, subtree: true });

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const at = inPlace(this, child);
    // The text is nowhere in the page, as React wants.
    if (at || !(child instanceof Text)) removeChild.call(this, at ?? child);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
    insertBefore.call(this, node, before instanceof Text ? inPlace(this, before) : before);
    return node;
  };
}

import { type Editor, mergeAttributes, Node, type NodeViewRendererProps } from "@tiptap/core";

/** An input inside a node of the text; it sets one of its attributes. */
type InputSpec = { name: string; label: string; hint?: string; wide?: boolean };

/** A node that is edited by inputs within the text. */
function partWithInputs(title: string, specs: readonly InputSpec[], picture = false) {
  return ({ node: first, editor, getPos }: NodeViewRendererProps) => {
    let node = first;
    const dom = document.createElement(picture ? "figure" : "div");
    dom.className = "body-part";
    dom.contentEditable = "false";
    const image = picture ? dom.appendChild(document.createElement("img")) : null;
    const group = dom.appendChild(document.createElement("div"));
    group.className = "body-part-boxes";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", title);
    if (!picture) group.appendChild(textElement("strong", title));
    const inputs = specs.map((spec) => {
      const label = group.appendChild(textElement("label", spec.label));
      const input = label.appendChild(document.createElement("input"));
      input.className = "control control-sm";
      input.autocomplete = "off";
      input.dataset.part = spec.name;
      input.addEventListener("input", () => setAttribute(editor, getPos(), spec.name, input.value));
      // Enter would submit the form around it.
      input.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
      return { input, name: spec.name };
    });
    const remove = group.appendChild(textElement("button", `Remove ${title.toLowerCase()}`));
    remove.className = "button button-sm button-outline";
    remove.setAttribute("type", "button");
    remove.addEventListener("click", () => {
      const position = getPos();
      if (position !== undefined)
        editor
          .chain()
          .focus()
          .deleteRange({ from: position, to: position + node.nodeSize })
          .run();
    });
    const show = () => {
      if (image) {
        image.src = String(node.attrs.src);
        image.alt = String(node.attrs.alt ?? "");
      }
      for (const { input, name } of inputs) {
        const value = String(node.attrs[name] ?? "");
        if (input.value !== value) input.value = value;
      }
    };
    show();
    return {
      dom,
      update(next: typeof node) {
        if (next.type !== node.type) return false;
        node = next;
        show();
        return true;
      },
      stopEvent: (event: Event) => event.target instanceof HTMLElement && group.contains(event.target),
      ignoreMutation: () => true,
    };
  };
}

function textElement(name: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.append(text);
  return element;
}

function setAttribute(editor: Editor, position: number | undefined, name: string, value: string) {
  if (position === undefined) return;
  editor.view.dispatch(editor.state.tr.setNodeAttribute(position, name, value));
}

const text = { default: "" };

export const Picture = Node.create({
  ...{ name: "picture", group: "block", atom: true, draggable: true },
  addAttributes: () => ({
    src: { default: "" },
    alt: { default: "", parseHTML: (element) => element.getAttribute("alt") ?? "" },
  }),
  // Only our own pictures, none from other sites.
  parseHTML: () => [{ tag: 'img[src^="/pictures/"]' }],
  renderHTML: ({ HTMLAttributes }) => ["img", mergeAttributes(HTMLAttributes)],
  addNodeView: () => partWithInputs("Picture", [{ name: "alt", label: "Alternative text" }], true),
});

export const CallToAction = Node.create({
  ...{ name: "callToAction", group: "block", atom: true, draggable: true },
  addAttributes: () => ({ title: text, text, label: text, to: text }),
  parseHTML: () => [{ tag: "div[data-call-to-action]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", { "data-call-to-action": "", ...HTMLAttributes }],
  addNodeView: () =>
    partWithInputs("Call to action", [
      { name: "title", label: "Title" },
      { name: "text", label: "Text" },
      { name: "label", label: "Button text" },
      { name: "to", label: "Link, such as /contact" },
    ]),
});

/** A card of a service; `services`: ids and names of those that have a page. */
export const serviceCard = (services: ReadonlyMap<string, string>) =>
  Node.create({
    ...{ name: "serviceCard", group: "block", atom: true, draggable: true },
    addAttributes: () => ({ service: text }),
    parseHTML: () => [
      { tag: "div[data-service]", getAttrs: (element) => ({ service: element.dataset.service ?? "" }) },
    ],
    renderHTML: ({ node }) => ["div", { "data-service": String(node.attrs.service) }],
    addNodeView: () => (props) => {
      const name = services.get(String(props.node.attrs.service));
      const title = name ? `Service card: ${name}` : "Service card: no longer active, so visitors don’t see it";
      return partWithInputs(title, [])(props);
    },
  });

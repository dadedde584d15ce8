import { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { readBody } from "../body/body";
import { bodyExtensions, sentForm } from "./extensions";
import { cleanPasted } from "./paste";
import "./editor.css";
import { sendAfterPictures, takePasted } from "./paste-into";
import { Toolbar } from "./toolbar";

type BodyEditorProps = {
  id: string;
  textareaRef: RefObject<HTMLTextAreaElement | null>;
  /** Each is the id of a service and its name. */
  services: readonly string[];
  problem: string | undefined;
  describedBy: string | undefined;
};

/** Parses an input's value for the editor. */
function documentIn(text: string) {
  if (text === "") return { type: "doc", content: [{ type: "paragraph" }] };
  const read = readBody(JSON.parse(text));
  // A body that the server refused is opened as it was sent.
  return read.ok ? read.body : JSON.parse(text);
}

/** The document as it is sent, without the editor's empty paragraphs at the end. */
function textOf(editor: Editor): string {
  const { content = [], ...doc } = sentForm(editor.getJSON());
  const last = content.findLastIndex(({ type, content: inside = [] }) => type !== "paragraph" || inside.length > 0);
  return last < 0 ? "" : JSON.stringify({ ...doc, content: content.slice(0, last + 1) });
}

/**
 * The rich text editor of a post. It writes into a textarea, so that submission, recovery and validation need to know
 * nothing about it.
 */
export default function BodyEditor({ id, textareaRef, services, problem, describedBy }: BodyEditorProps) {
  const mount = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [message, setMessage] = useState("");
  const named = useMemo(
    () => new Map(services.map((service) => [service.slice(0, 36), service.slice(37)] as const)),
    [services],
  );
  const onMessage = useEffectEvent(setMessage);
  const writing = useRef(false);
  const opened = useRef({ given: "", made: "" });

  const write = useEffectEvent((made: Editor) => {
    const now = textOf(made);
    // After undoing everything, send the original text byte for byte: then nothing has changed.
    const text = now === opened.current.made ? opened.current.given : now;
    if (!textareaRef.current || textareaRef.current.value === text) return;
    writing.current = true;
    textareaRef.current.value = text;
    // As if it were typed, so that form recovery saves it.
    textareaRef.current.dispatchEvent(new Event("input", { bubbles: true }));
    writing.current = false;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for as long as the box is there.
  useEffect(() => {
    const textarea = textareaRef.current;
    if (!mount.current || !textarea) return;
    const made: Editor = new Editor({
      element: mount.current,
      extensions: bodyExtensions(named),
      content: documentIn(textarea.value),
      onUpdate: ({ editor: changed }) => write(changed),
      editorProps: {
        attributes: {
          ...{ class: "prose body-text", role: "textbox", "aria-multiline": "true", "aria-label": "Text", id },
        },
        transformPastedHTML: (html) => cleanPasted(html, { inTable: made.isActive("table") }).html,
        handlePaste: (_view, event) => takePasted(made, event.clipboardData, onMessage),
        handleDrop: (view, event, _slice, moved) => {
          if (moved) return false;
          const position = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
          return takePasted(made, event.dataTransfer, onMessage, position);
        },
        // Leave Tab to the browser: it moves the focus, as in every other field.
        handleDOMEvents: { keydown: (_view, event) => event.key === "Tab" },
      },
    });
    opened.current = { given: textarea.value, made: textOf(made) };
    const restored = () => {
      if (!writing.current) made.commands.setContent(documentIn(textarea.value), { emitUpdate: false });
    };
    textarea.addEventListener("input", restored);
    const sendAtOnce = textarea.form ? sendAfterPictures(made, textarea.form, onMessage) : undefined;
    setEditor(made);
    return () => {
      sendAtOnce?.();
      textarea.removeEventListener("input", restored);
      made.destroy();
      setEditor(null);
    };
  }, []);

  // Focus the cause of the refusal: the first picture without a description, or the text.
  useEffect(() => {
    if (!editor) return;
    const { dom } = editor.view;
    const altInputs = [...dom.querySelectorAll<HTMLInputElement>('input[data-part="alt"]')];
    const wrong = problem?.startsWith("Describe")
      ? altInputs.find((altInput) => altInput.value.trim() === "")
      : undefined;
    dom.id = wrong ? `${id}-text` : id;
    if (wrong) wrong.id = id;
    for (const element of [dom, ...(wrong ? [wrong] : [])]) {
      if (problem) element.setAttribute("aria-invalid", "true");
      else element.removeAttribute("aria-invalid");
      if (describedBy) element.setAttribute("aria-describedby", describedBy);
      else element.removeAttribute("aria-describedby");
    }
    return () => wrong?.removeAttribute("id");
  }, [editor, problem, describedBy, id]);

  return (
    <div className="mt-2 rounded-xl border border-edge bg-white focus-within:border-navy">
      {editor ? <Toolbar editor={editor} services={named} tell={setMessage} /> : null}
      <div ref={mount} />
      <p role="status" className="min-h-8 border-t border-line px-4 py-1.5 text-sm text-stone">
        {message}
      </p>
    </div>
  );
}

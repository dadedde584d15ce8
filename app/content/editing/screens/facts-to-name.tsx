import { useEffect, useRef } from "react";
import { Card } from "~/ui/card";
import type { EditorView } from "../read-editor.server";

type TextControl = HTMLInputElement | HTMLTextAreaElement;
/** An input of the form, or the editor of a post's text. */
type Target = TextControl | HTMLElement;

const isTextControl = (of: EventTarget | null): of is TextControl =>
  of instanceof HTMLTextAreaElement || (of instanceof HTMLInputElement && of.type === "text");

const isEditedText = (of: EventTarget | null): of is HTMLElement => of instanceof HTMLElement && of.isContentEditable;

/**
 * Lists every fact that a text can name, with its current value. With JavaScript, a click inserts it at the last cursor
 * position; without, it is copied by hand.
 */
export function FactsToName({ facts, note }: Pick<EditorView, "facts"> & { note: EditorView["factNote"] }) {
  const last = useRef<Target | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (isTextControl(target)) {
        if (target.name.startsWith("f.")) last.current = target;
      } else if (isEditedText(target)) last.current = target;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  function insert(chip: string) {
    const control = last.current;
    if (!control?.isConnected) return;
    control.focus();
    // Insert as if typed, so that the rich text editor handles it.
    if (!isTextControl(control)) return void document.execCommand("insertText", false, chip);
    control.setRangeText(
      chip,
      control.selectionStart ?? control.value.length,
      control.selectionEnd ?? control.value.length,
      "end",
    );
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (facts.length === 0) return null;
  return (
    <Card role="group" aria-labelledby="facts-to-name">
      <h2 id="facts-to-name" className="text-xl">
        Facts you can use
      </h2>
      <p className="mt-1 text-sm text-stone">
        {note ?? "Put a fact in braces to show its current value in your text."}{" "}
        <span className="needs-script">Select a fact to insert it where you last typed.</span>
      </p>
      <div className="mt-3 divide-y divide-line">
        {facts.map(({ group, chips }) => (
          <details key={group} open={note !== null}>
            <summary className="flex min-h-9 cursor-pointer items-center text-sm font-semibold text-sea-ink hover:underline">
              {group}
            </summary>
            <ul className="mb-3 grid gap-1">
              {chips.map(({ chip, now }) => (
                <li key={chip}>
                  <button
                    type="button"
                    onClick={() => insert(chip)}
                    className="w-full rounded-md px-2 py-1.5 text-left text-sm hover:bg-foam"
                  >
                    <code className="font-sans font-semibold wrap-anywhere">{chip}</code>
                    <span className="block wrap-anywhere text-stone">{now}</span>
                  </button>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </Card>
  );
}

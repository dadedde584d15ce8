import type { Editor } from "@tiptap/core";
import { ImagePlus, Link as LinkIcon, type LucideIcon, MousePointerClick, Tickets } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useReducer, useRef, useState } from "react";
import { acceptedPictures } from "~/content/pictures/address";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { isUsableLink, unusableLink } from "../body/links";
import { addPictures } from "./paste-into";
import { addPart, tableTools, tools } from "./tools";

type ToolbarProps = { editor: Editor; services: ReadonlyMap<string, string>; tell: (text: string) => void };

/** The toolbar above the text: a single tab stop, with arrow keys inside. */
export function Toolbar({ editor, services, tell }: ToolbarProps) {
  useEveryChange(editor);
  const [open, setOpen] = useState<"link" | "service" | null>(null);
  const files = useRef<HTMLInputElement>(null);
  const close = () => {
    setOpen(null);
    editor.commands.focus();
  };
  return (
    <div className="sticky top-0 z-10 rounded-t-xl border-b border-line bg-mist">
      <Walked label="Tools of the text">
        {tools.map(({ name, Icon, pressed, can, use }) => (
          <ToolButton
            key={name}
            name={name}
            Icon={Icon}
            pressed={pressed?.(editor)}
            disabled={can?.(editor) === false}
            onClick={() => use(editor)}
          />
        ))}
        <ToolButton name="Link" Icon={LinkIcon} pressed={editor.isActive("link")} onClick={() => setOpen("link")} />
        <ToolButton name="Picture" Icon={ImagePlus} onClick={() => files.current?.click()} />
        <ToolButton
          name="Call to action"
          Icon={MousePointerClick}
          onClick={() => addPart(editor, { type: "callToAction" })}
        />
        <ToolButton name="Service card" Icon={Tickets} onClick={() => setOpen("service")} />
      </Walked>
      {editor.isActive("table") ? (
        <Walked label="Tools of the table">
          {tableTools.map(({ name, use }) => (
            <ToolButton key={name} name={name} onClick={() => use(editor)} />
          ))}
        </Walked>
      ) : null}
      <input
        ref={files}
        type="file"
        accept={acceptedPictures}
        multiple
        hidden
        aria-label="Pictures"
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          if (chosen.length > 0) addPictures(editor, chosen, tell);
        }}
      />
      {open === "link" ? <LinkPanel editor={editor} close={close} /> : null}
      {open === "service" ? <ServicePanel editor={editor} services={services} close={close} /> : null}
    </div>
  );
}

/** Re-renders on every change of the text or the selection. */
function useEveryChange(editor: Editor) {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    editor.on("transaction", draw);
    return () => void editor.off("transaction", draw);
  }, [editor]);
}

/** A toolbar by the ARIA pattern: Tab focuses the button that had the focus last, arrow keys move on. */
function Walked({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])];
  const stopAt = (target: Element | undefined) => {
    for (const button of buttons()) button.tabIndex = button === target ? 0 : -1;
  };
  // Buttons depend on the selection: make sure that one of them is focusable.
  useEffect(() => {
    const all = [...(bar.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])];
    if (all.filter(({ tabIndex }) => tabIndex === 0).length === 1) return;
    for (const [index, button] of all.entries()) button.tabIndex = index === 0 ? 0 : -1;
  });
  const walk = (event: KeyboardEvent) => {
    const all = buttons();
    const index = all.findIndex((button) => button.matches(":focus"));
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || index < 0) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      onKeyDown={walk}
      onFocus={(event) => stopAt(event.target)}
      className="flex flex-wrap gap-0.5 p-1.5"
    >
      {children}
    </div>
  );
}

type ToolButtonProps = {
  name: string;
  Icon?: LucideIcon;
  pressed?: boolean | undefined;
  disabled?: boolean;
  onClick: () => void;
};

/** Not `disabled`: an inactive tool keeps its position and the focus. */
function ToolButton({ name, Icon, pressed, disabled = false, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      data-hint={Icon ? name : undefined}
      aria-label={Icon ? name : undefined}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
      className={classNames(
        "inline-flex h-9 min-w-9 items-center justify-center rounded-lg px-2 text-sm text-ink hover:bg-dune aria-pressed:bg-navy aria-pressed:text-white",
        disabled && "text-stone opacity-50",
      )}
    >
      {Icon ? <Icon aria-hidden className="size-4.5" /> : name}
    </button>
  );
}

/** Focuses the field that a tool opens. */
function useFocused<Field extends HTMLElement>() {
  const field = useRef<Field>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}

type PanelProps = { editor: Editor; close: () => void };
const panelLook = "flex flex-wrap items-end gap-2 border-t border-line p-3";

function LinkPanel({ editor, close }: PanelProps) {
  const now = editor.getAttributes("link").href;
  const [href, setHref] = useState(typeof now === "string" ? now : "");
  const [problem, setProblem] = useState("");
  const field = useFocused<HTMLInputElement>();
  function apply() {
    const url = href.trim();
    if (!isUsableLink(url)) return setProblem(unusableLink(url));
    const { empty } = editor.state.selection;
    const chain = editor.chain().focus().extendMarkRange("link");
    if (empty && !editor.isActive("link"))
      chain.insertContent({ type: "text", text: url, marks: [{ type: "link", attrs: { href: url } }] }).run();
    else chain.setLink({ href: url }).run();
    close();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a part of the form around it.
    <div role="group" aria-label="Link" className={panelLook}>
      <div className="min-w-0 flex-1 text-sm">
        <label htmlFor="link-address" className="font-semibold">
          Where the link leads
        </label>
        <input
          ref={field}
          id="link-address"
          className="control control-sm mt-1 w-full font-normal"
          value={href}
          autoComplete="off"
          aria-invalid={problem !== "" || undefined}
          aria-describedby={problem ? "link-problem" : undefined}
          onChange={(event) => setHref(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") close();
            if (event.key !== "Enter") return;
            event.preventDefault();
            apply();
          }}
        />
      </div>
      <Button size="sm" onClick={apply}>
        Set link
      </Button>
      {editor.isActive("link") ? (
        <Button
          size="sm"
          variant="outline"
          onClick={() => {
            editor.chain().focus().extendMarkRange("link").unsetLink().run();
            close();
          }}
        >
          Remove link
        </Button>
      ) : null}
      <Button size="sm" variant="quiet" onClick={close}>
        Cancel
      </Button>
      {problem ? (
        <p id="link-problem" role="alert" className="basis-full text-sm font-semibold text-error">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

function ServicePanel({ editor, services, close }: PanelProps & { services: ReadonlyMap<string, string> }) {
  const [first = ""] = services.keys();
  const [service, setService] = useState(first);
  const field = useFocused<HTMLSelectElement>();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a part of the form around it.
    <div role="group" aria-label="Service card" className={panelLook}>
      <div className="min-w-0 flex-1 text-sm">
        <label htmlFor="card-service" className="font-semibold">
          Service
        </label>
        <select
          ref={field}
          id="card-service"
          className="control control-sm mt-1 w-full font-normal"
          value={service}
          onChange={(event) => setService(event.currentTarget.value)}
        >
          {[...services].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Button
        size="sm"
        onClick={() => {
          addPart(editor, { type: "serviceCard", attrs: { service } });
          close();
        }}
      >
        Add card
      </Button>
      <Button size="sm" variant="quiet" onClick={close}>
        Cancel
      </Button>
    </div>
  );
}

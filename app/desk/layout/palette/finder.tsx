import { CornerDownLeft } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { KeyCap } from "~/ui/keys/keys-dialog";
import { FinderRow, finderInput } from "./finder-row";
import { describeCounts, type Option, type OptionGroup, optionGroups, type PaletteItems } from "./options";
import { useFound } from "./use-found";

export type FinderProps = PaletteItems & {
  /** What was typed before this was loaded. */
  typedAtFirst: string;
  /** Enter was pressed before this was loaded. */
  enteredAtFirst: boolean;
  /** Navigates or runs the action; in a new tab if requested. */
  onChoose: (option: Pick<Option, "to" | "post" | "run">, newTab: boolean) => void;
  onClose: () => void;
};

/** The palette's search and results: a combobox (WAI-ARIA) with an always open list. */
export default function Finder(props: FinderProps) {
  const { typedAtFirst, enteredAtFirst, screens, actions, onChoose, onClose } = props;
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState(typedAtFirst);
  const [marked, setMarked] = useState<string>();
  const q = query.trim();
  const { hits, pending, failed, again } = useFound(q);
  const groups = optionGroups(q, hits, { screens, actions });
  const options = groups.flatMap((group) => group.options);
  // Enter takes the first option, unless another is highlighted.
  const active = options.find(({ id }) => id === marked) ?? options[0];
  const wanted = useRef(enteredAtFirst ? { newTab: false } : null);

  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(typedAtFirst.length, typedAtFirst.length);
  }, [typedAtFirst]);

  // Enter was pressed before the results arrived.
  useEffect(() => {
    const { current } = wanted;
    if (pending || !current) return;
    wanted.current = null;
    if (active) onChoose(active, current.newTab);
  }, [pending, active, onChoose]);

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const index = active ? options.indexOf(active) : -1;
    const to = { ArrowDown: index + 1, ArrowUp: index - 1 }[event.key];
    if (to !== undefined && options.length > 0) {
      event.preventDefault();
      setMarked(options.at(to % options.length)?.id);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const newTab = event.ctrlKey || event.metaKey;
      if (pending && marked === undefined && q !== "") wanted.current = { newTab };
      else if (active) onChoose(active, newTab);
    }
  }

  return (
    <>
      <FinderRow onClose={onClose}>
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Find"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? list : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${list}-${active.id}` : undefined}
          aria-busy={pending || undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Name, number, screen or action"
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setMarked(undefined);
            wanted.current = null;
          }}
          onKeyDown={press}
          data-autofocus=""
          className={finderInput}
        />
      </FinderRow>
      <OptionList id={list} {...{ groups, active, onChoose }} />
      <FinderStatus {...{ q, pending, failed, again, groups }} />
    </>
  );
}

type OptionListProps = Pick<FinderProps, "onChoose"> & {
  id: string;
  groups: readonly OptionGroup[];
  active: Option | undefined;
};

function OptionList({ id, groups, active, onChoose }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new mark.
  useEffect(() => {
    list.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" });
  }, [active?.id]);
  if (groups.length === 0) return null;
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Found"
      tabIndex={-1}
      className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2"
    >
      {groups.map(({ title, options }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped so.
        <div key={title} role="group" aria-labelledby={`${id}-group-${index}`} className="pb-1">
          <div id={`${id}-group-${index}`} className="px-3 pt-2 pb-1 text-xs font-semibold text-stone">
            {title}
          </div>
          {options.map((option) => (
            <Line
              key={option.id}
              id={`${id}-${option.id}`}
              option={option}
              active={option === active}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type LineProps = Pick<FinderProps, "onChoose"> & { id: string; option: Option; active: boolean };

function Line({ id, option, active, onChoose }: LineProps) {
  const { title, number, detail, keys, all } = option;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      data-active={active || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onChoose(option, event.ctrlKey || event.metaKey)}
      className="group/line flex min-h-10 cursor-pointer items-center gap-x-3 rounded-md px-3 py-1.5 text-sm hover:bg-mist data-active:bg-foam data-active:shadow-[inset_0_0_0_1.5px_var(--color-deep)] max-sm:min-h-11 max-sm:flex-wrap"
    >
      <span dir="auto" className={`min-w-0 truncate font-medium ${all ? "text-sea-ink" : ""}`}>
        {title}
      </span>
      {number ? <span className="shrink-0 font-mono text-xs text-stone">{number}</span> : null}
      <span className="ml-auto flex min-w-0 items-center gap-2 text-xs text-stone max-sm:ml-0 max-sm:w-full max-sm:empty:hidden">
        {detail ? <span className="min-w-0 truncate">{detail}</span> : null}
        {keys?.map((key) => (
          <KeyCap key={key} name={key} />
        ))}
        <CornerDownLeft aria-hidden className="hidden size-4 shrink-0 group-data-active/line:block max-sm:hidden!" />
      </span>
    </div>
  );
}

type FinderStatusProps = { q: string; groups: readonly OptionGroup[] } & Pick<
  ReturnType<typeof useFound>,
  "pending" | "failed" | "again"
>;

/** The number of results, or the failure; announced when it changes. */
function FinderStatus({ q, pending, failed, again, groups }: FinderStatusProps) {
  const nothing = q !== "" && !pending && !failed && groups.length === 0;
  const look = "border-t border-line px-4 py-2.5 text-xs text-stone";
  return (
    <>
      {failed ? (
        <div role="alert" className={`${look} flex flex-wrap items-center gap-x-3`}>
          <span>
            {q === ""
              ? "We couldn’t load your recently opened records."
              : "Cases, inquiries and services could not be searched."}{" "}
            Check the connection, then try again.
          </span>
          <button
            type="button"
            onClick={again}
            className="min-h-9 rounded-sm font-semibold text-sea-ink underline underline-offset-2"
          >
            Try again
          </button>
        </div>
      ) : null}
      <div role="status" className={nothing ? "px-4 py-8 text-center text-sm" : q === "" ? "sr-only" : look}>
        {nothing
          ? `Nothing found for “${q}”. Try a name, an email, a phone number or an application number.`
          : q !== "" && !pending && groups.length > 0
            ? describeCounts(groups)
            : q !== "" && pending
              ? "Searching…"
              : ""}
      </div>
    </>
  );
}

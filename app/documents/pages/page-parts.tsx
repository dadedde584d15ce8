import { ArrowDown, ArrowUp, FileDown } from "lucide-react";
import { type ComponentProps, useEffect, useRef } from "react";
import { formatPage, type OnePdf } from "./pages";

type Page = { id: string; name: string };
type Move = "up" | "down";
type PagePlaceProps = {
  page: Page;
  pages: readonly Page[];
  /** Attributes of the button in that direction, for a form without script. */
  button: (move: Move) => ComponentProps<"button">;
  onMove: (move: Move) => Promise<void>;
};

/** `Page 2 of 3`, with buttons that change it. Buttons at the ends stay, so that the keyboard's focus does. */
export function PagePlace({ page, pages, button, onMove }: PagePlaceProps) {
  const number = pages.indexOf(page) + 1;
  const buttons = useRef<HTMLSpanElement>(null);
  const moved = useRef<Move>(undefined);
  // The browser takes the focus from a button whose row is moved.
  useEffect(() => {
    if (moved.current && number > 0)
      buttons.current?.querySelector<HTMLElement>(`[value^="${moved.current}"]`)?.focus({ preventScroll: true });
    moved.current = undefined;
  }, [number]);
  const moves = [
    { move: "up", label: "Move up", Icon: ArrowUp, isEnd: number === 1 },
    { move: "down", label: "Move down", Icon: ArrowDown, isEnd: number === pages.length },
  ] as const;
  return (
    <span className="flex flex-wrap items-center gap-x-1">
      <span className="mr-1 text-xs font-semibold text-stone">{formatPage(page, pages)}</span>
      <span ref={buttons} className="flex">
        {moves.map(({ move, label, Icon, isEnd }) => (
          <button
            key={move}
            type="submit"
            {...button(move)}
            aria-disabled={isEnd}
            data-hint={label}
            onClick={(event) => {
              event.preventDefault();
              if (isEnd) return;
              moved.current = move;
              void onMove(move);
            }}
            className="grid size-11 shrink-0 place-items-center rounded-md text-stone hover:bg-foam hover:text-ink aria-disabled:opacity-40"
          >
            <Icon aria-hidden className="size-4.5" />
            <span className="sr-only">{`${label}: ${page.name}`}</span>
          </button>
        ))}
      </span>
    </span>
  );
}

type OnePdfViewProps = { onePdf: OnePdf | null; of: string; small?: boolean; className?: string };

/** The link, or why there is none. `of`: the document's name, for screen readers. */
export function OnePdfView({ onePdf, of, small = false, className = "" }: OnePdfViewProps) {
  if (!onePdf) return null;
  if ("problem" in onePdf)
    return <span className={`block text-stone ${small ? "text-xs" : "text-sm"} ${className}`}>{onePdf.problem}</span>;
  return (
    <a
      href={onePdf.href}
      className={`inline-flex min-h-6 items-center gap-1.5 rounded-xs font-semibold text-sea-ink hover:underline ${small ? "text-xs [&_svg]:size-3.5" : "text-sm [&_svg]:size-4"} ${className}`}
    >
      <FileDown aria-hidden /> Download as one PDF<span className="sr-only">: {of}</span>
    </a>
  );
}

import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { classNames } from "~/ui/class-names";
import { useKeys } from "~/ui/keys/keys";
import { PageLink } from "~/ui/page-link";

// An underline on wide screens; on phones pills that wrap, so that all tabs stay visible.
const tabLook =
  "relative inline-flex min-h-11 shrink-0 items-center gap-2 whitespace-nowrap rounded-t-md text-sm font-semibold text-stone after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-full hover:text-ink aria-selected:text-navy aria-selected:after:bg-sea-ink aria-[current]:text-navy aria-[current]:after:bg-sea-ink max-sm:rounded-full max-sm:border max-sm:border-line max-sm:bg-white max-sm:px-3 max-sm:after:hidden max-sm:aria-selected:border-navy max-sm:aria-selected:bg-navy max-sm:aria-selected:text-white max-sm:aria-[current]:border-navy max-sm:aria-[current]:bg-navy max-sm:aria-[current]:text-white";
const rowLook =
  "flex gap-6 border-b border-line pt-0.5 [scrollbar-width:thin] max-sm:flex-wrap max-sm:gap-2 max-sm:border-b-0 sm:overflow-x-auto sm:overflow-y-hidden";

type Tab = {
  id: string;
  label: ReactNode;
  content: ReactNode;
  /** The heading of its panel where, without JavaScript, all panels are shown. */
  title?: string | undefined;
};

export type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  /** The open tab, if controlled. */
  value?: string | undefined;
  onValueChange?: ((id: string) => void) | undefined;
  className?: string | undefined;
};

/** The keys of `onKeyDown`, for the screen's list of keys. */
const tabKeys = [
  { keys: ["ArrowRight", "ArrowLeft"], does: "Open the next or previous tab" },
  { keys: ["Home", "End"], does: "Open the first or last tab" },
];

/** Hidden panels stay in the page, so that their fields keep their values and are submitted with the form. */
export function Tabs({ label, tabs, value, onValueChange, className }: TabsProps) {
  const [own, setOwn] = useState(tabs[0]?.id ?? "");
  const list = useRef<HTMLDivElement>(null);
  const open = value ?? own;
  useKeys("On a tab", tabKeys);
  function choose(id: string) {
    setOwn(id);
    onValueChange?.(id);
  }
  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.id === open);
    const last = tabs.length - 1;
    const next = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }[event.key];
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    choose(tab.id);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`tab-${tab.id}`)}`)?.focus();
  }
  return (
    <div className={className}>
      <div ref={list} role="tablist" aria-label={label} className={classNames(rowLook, "noscript:hidden")}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`tab-${tab.id}`}
            aria-selected={tab.id === open}
            aria-controls={`panel-${tab.id}`}
            tabIndex={tab.id === open ? 0 : -1}
            onClick={() => choose(tab.id)}
            onKeyDown={onKeyDown}
            className={classNames(tabLook, "-outline-offset-3")}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`panel-${tab.id}`}
          aria-labelledby={`tab-${tab.id}`}
          className={classNames("pt-5", tab.id !== open && "not-noscript:hidden")}
        >
          {tab.title ? <h2 className="mb-4 hidden text-xl noscript:block">{tab.title}</h2> : null}
          {tab.content}
        </div>
      ))}
    </div>
  );
}

export type TabLink = { to: string; label: ReactNode; current: boolean };

/** Tabs as links: they work without JavaScript and can be opened in several windows. */
export function TabLinks({
  label,
  links,
  className,
}: {
  label: string;
  links: readonly TabLink[];
  className?: string;
}) {
  return (
    <nav aria-label={label} className={classNames(rowLook, className)}>
      {links.map(({ to, label: text, current }) => (
        <PageLink
          key={to}
          to={to}
          aria-current={current ? "page" : undefined}
          className={classNames(tabLook, "-outline-offset-3")}
        >
          {text}
        </PageLink>
      ))}
    </nav>
  );
}

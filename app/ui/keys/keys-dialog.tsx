import { Fragment, type ReactNode } from "react";
import { isSingle, type Key, type KeyGroup } from "~/ui/keys/keys";
import { onApple } from "~/ui/keys/on-apple";
import { Dialog } from "~/ui/notices/dialog";

export type KeysDialogProps = {
  groups: readonly KeyGroup[] | null;
  /** If off, single keys are not listed; `settings` says where to turn them on. */
  singleKeys: boolean;
  settings: ReactNode;
  onClose: () => void;
};

export function KeysDialog({ groups, singleKeys, settings, onClose }: KeysDialogProps) {
  const listed = [...Map.groupBy(groups ?? [], ({ title }) => title)]
    .map(
      ([title, same]) => [title, same.flatMap(({ keys }) => keys.flatMap((key) => working(key, singleKeys)))] as const,
    )
    .filter(([, keys]) => keys.length > 0);
  return (
    <Dialog
      open={groups !== null}
      onClose={onClose}
      title="Keyboard shortcuts"
      description={singleKeys ? undefined : <>Single-key shortcuts are off. {settings}</>}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: longer than the screen, it scrolls by key. */}
      <section tabIndex={0} aria-label="Keys" className="grid gap-6 rounded-sm">
        {listed.map(([title, keys]) => (
          <section key={title} aria-label={title}>
            <h3 className="font-sans text-xs font-semibold text-stone">{title}</h3>
            <dl className="mt-1.5 divide-y divide-line border-y border-line text-sm">
              {keys.map(({ keys: names, does }) => (
                <div key={does} className="flex min-h-10 items-center justify-between gap-6 py-1.5">
                  <dt className="order-last flex shrink-0 items-center gap-1.5">
                    {names.map((name, index) => (
                      <Fragment key={name}>
                        {index > 0 ? <span className="text-xs text-stone">or</span> : null}
                        <KeyCap name={name} />
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}

function working({ can, ...key }: Key, singleKeys: boolean): Key[] {
  const keys = key.keys.filter((name) => singleKeys || !isSingle(name));
  return keys.length > 0 && (can?.() ?? true) ? [{ ...key, keys }] : [];
}

const words: Partial<Record<string, readonly [sign: string, spoken: string]>> = {
  ArrowUp: ["↑", "Arrow up"],
  ArrowDown: ["↓", "Arrow down"],
  ArrowLeft: ["←", "Arrow left"],
  ArrowRight: ["→", "Arrow right"],
  Escape: ["Esc", "Escape"],
  " ": ["Space", "Space"],
  "?": ["?", "Question mark"],
  "/": ["/", "Slash"],
};

/** A key as labeled on this machine's keyboard. */
export function KeyCap({ name }: { name: string }) {
  const [symbol, spoken] = name.startsWith("Mod+")
    ? onApple()
      ? [`⌘${name.slice(4).toUpperCase()}`, `Command ${name.slice(4).toUpperCase()}`]
      : [`Ctrl ${name.slice(4).toUpperCase()}`, `Control ${name.slice(4).toUpperCase()}`]
    : (words[name] ?? [name, name]);
  return (
    <kbd className="inline-grid min-h-6 min-w-6 place-items-center rounded-sm border border-edge/60 bg-mist px-1.5 font-mono text-xs text-ink">
      {symbol === spoken ? (
        symbol
      ) : (
        <>
          <span aria-hidden>{symbol}</span>
          <span className="sr-only">{spoken}</span>
        </>
      )}
    </kbd>
  );
}

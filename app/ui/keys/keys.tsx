import { createContext, type ReactNode, type RefObject, useContext, useLayoutEffect, useMemo, useRef } from "react";

/** One thing that keys do on a screen. What is registered is what works, and what the dialog of `?` lists. */
export type Key = {
  /** Each does it: as `KeyboardEvent.key` names them; `Mod+k` is Ctrl-K and ⌘-K. */
  keys: readonly string[];
  does: string;
  /**
   * Does it, and answers whether there was something to do. Without it the browser, or the control that has the focus,
   * does what is said here.
   */
  run?: (event: KeyboardEvent) => boolean;
  /** Whether the page as it stands has what it is done with; without it, always. */
  can?: () => boolean;
};
export type KeyGroup = { title: string; keys: readonly Key[]; everywhere: boolean };

type Registry = {
  add: (group: RefObject<KeyGroup>) => () => void;
  /** Those of the screen first, then those of every screen. */
  groups: () => readonly KeyGroup[];
  singleKeys: boolean;
};

const KeysContext = createContext<Registry | null>(null);

/** Whether it is a character by itself, which an admin can turn off and which a text field takes for itself. */
export const isSingle = (key: string): boolean => key.length === 1;

/**
 * Listens to the keys that pieces below register with `useKeys`. Single keys do nothing while something is written or
 * chosen, or asked by a dialog (K-KEY-6).
 */
export function KeysProvider({ singleKeys, children }: { singleKeys: boolean; children: ReactNode }) {
  const registered = useRef<readonly RefObject<KeyGroup>[]>([]);
  const registry = useMemo<Registry>(
    () => ({
      singleKeys,
      add(group) {
        registered.current = [...registered.current, group];
        return () => {
          registered.current = registered.current.filter((one) => one !== group);
        };
      },
      groups() {
        const all = registered.current.map((group) => group.current);
        return [...all.filter(({ everywhere }) => !everywhere), ...all.filter(({ everywhere }) => everywhere)];
      },
    }),
    [singleKeys],
  );
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => pressed(event, registry);
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [registry]);
  return <KeysContext value={registry}>{children}</KeysContext>;
}

/** Registers keys for as long as the piece is shown; `everywhere` for those of the frame around each screen. */
export function useKeys(title: string, keys: readonly Key[], everywhere = false): void {
  const registry = useContext(KeysContext);
  const group = useRef({ title, keys, everywhere });
  group.current = { title, keys, everywhere };
  // A layout effect, so that the keys work as soon as the page is visible.
  useLayoutEffect(() => registry?.add(group), [registry]);
}

/** What the keys of the page as it stands are, asked when it is needed. */
export function useKeyGroups(): Pick<Registry, "groups" | "singleKeys"> {
  return useContext(KeysContext) ?? { groups: () => [], singleKeys: true };
}

function pressed(event: KeyboardEvent, { groups, singleKeys }: Registry): void {
  const name = nameOf(event);
  if (name === null || event.isComposing || (event.defaultPrevented && !name.startsWith("Mod+"))) return;
  if (isSingle(name) && (!singleKeys || isWriting(event.target))) return;
  const key = groups()
    .flatMap(({ keys }) => keys)
    .find(({ keys, run, can }) => keys.includes(name) && (can?.() ?? true) && run?.(event));
  if (key) event.preventDefault();
}

/** The key as registered; null with other modifiers, which belong to the browser and the system. */
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return ctrlKey === metaKey || shiftKey ? null : `Mod+${key.toLowerCase()}`;
  return shiftKey && !isSingle(key) ? null : key;
}

const writing = [
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset])",
  ...["textarea", "select", "[contenteditable]", "[popover]"],
  ...["dialog", "[role=alertdialog]", "[role=combobox]", "[role=listbox]", "[role=menu]"],
].join(", ");

const isWriting = (target: EventTarget | null): boolean =>
  document.querySelector("dialog:modal") !== null || (target instanceof Element && target.closest(writing) !== null);

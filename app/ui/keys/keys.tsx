import { createContext, type ReactNode, type RefObject, useContext, useLayoutEffect, useMemo, useRef } from "react";

/** A key binding. The registry both runs it and lists it in the dialog of `?`. */
export type Key = {
  /** As in `KeyboardEvent.key`; `Mod+k` is Ctrl-K and ⌘-K. */
  keys: readonly string[];
  does: string;
  /** Returns whether there was something to do. Without it the browser, or the focused control, acts. */
  run?: (event: KeyboardEvent) => boolean;
  /** Whether the page has anything for it now; without it, always. */
  can?: () => boolean;
};
export type KeyGroup = { title: string; keys: readonly Key[]; everywhere: boolean };

type Registry = {
  add: (group: RefObject<KeyGroup>) => () => void;
  groups: () => readonly KeyGroup[];
  singleKeys: boolean;
};

const KeysContext = createContext<Registry | null>(null);

/** A character by itself, which an admin can turn off and which text fields use. */
export const isSingle = (key: string): boolean => key.length === 1;

/** Handles keys of `useKeys`. Single keys do nothing while somebody types or chooses, or a dialog is open. */
export function KeysProvider({ singleKeys, children }: { singleKeys: boolean; children: ReactNode }) {
  const registered = useRef<readonly RefObject<KeyGroup>[]>([]);
  const registry = useMemo<Registry>(
    () => ({
      singleKeys,
      add(group) {
        registered.current = [...registered.current, group];
        return () => {
          registered.current = registered.current.filter((candidate) => candidate !== group);
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
    const press = (event: KeyboardEvent) => handleKey(event, registry);
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [registry]);
  return <KeysContext value={registry}>{children}</KeysContext>;
}

/** Registers keys while the component is mounted; `everywhere` for those of the layout. */
export function useKeys(title: string, keys: readonly Key[], everywhere = false): void {
  const registry = useContext(KeysContext);
  const group = useRef({ title, keys, everywhere });
  group.current = { title, keys, everywhere };
  // A layout effect, so that the keys work as soon as the page is visible.
  useLayoutEffect(() => registry?.add(group), [registry]);
}

/** Read lazily, so that it lists the keys of the page as it is. */
export function useKeyGroups(): Pick<Registry, "groups" | "singleKeys"> {
  return useContext(KeysContext) ?? { groups: () => [], singleKeys: true };
}

function handleKey(event: KeyboardEvent, { groups, singleKeys }: Registry): void {
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

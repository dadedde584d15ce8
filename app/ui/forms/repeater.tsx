import { Plus, Trash2 } from "lucide-react";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { describedBy, FieldError, FieldHint, wrongRule } from "~/ui/forms/field";
import { jumpToField, keepFocused } from "~/ui/forms/jump-to-field";

export type RepeaterProps<Item> = {
  /** The "add" button has this id, so that an error can link to it. */
  id: string;
  /** The list's name in the intent: `add:otherNames`, `remove:otherNames:0`. */
  name: string;
  legend: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  items: readonly Item[];
  /** A key that stays with its entry; by default its index. */
  keyOf?: ((item: Item, index: number) => string) | undefined;
  /** An entry's name: "Other name" gives "Other name 1", "Add another other name"… */
  itemLabel: string;
  emptyText?: ReactNode;
  max?: number | undefined;
  /** With JavaScript: called instead of submitting. */
  onAdd?: (() => void) | undefined;
  onRemove?: ((index: number) => void) | undefined;
  children: (item: Item, index: number) => ReactNode;
};

/** A list of entries. Its buttons are real submit buttons, so it works without JavaScript too. */
export function Repeater<Item>(props: RepeaterProps<Item>) {
  const { id, name, legend, hint, error, items, keyOf, itemLabel, emptyText, children } = props;
  const { max = 20, onAdd, onRemove } = props;
  const noun = itemLabel.charAt(0).toLowerCase() + itemLabel.slice(1);
  const { list, changed } = useEntryFocus(id, items.length);

  function instead(event: MouseEvent, act: (() => void) | undefined) {
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    <div className={classNames("min-w-0", error ? wrongRule : "")}>
      <fieldset className="min-w-0" aria-describedby={describedBy(id, hint, error)}>
        <legend className="p-0 font-semibold">{legend}</legend>
        {hint ? <FieldHint id={id}>{hint}</FieldHint> : null}
        {error ? <FieldError id={id}>{error}</FieldError> : null}
        {items.length === 0 && emptyText ? <p className="mt-2 text-sm text-stone">{emptyText}</p> : null}
        <div ref={list} className="mt-3 grid gap-4">
          {items.map((item, index) => (
            <fieldset
              key={keyOf?.(item, index) ?? index}
              id={`${id}-${index}`}
              tabIndex={-1}
              className="min-w-0 rounded-xl border border-dune bg-white p-4 shadow-xs sm:p-5"
            >
              <legend className="float-left w-[calc(100%-7rem)] py-2 font-display text-lg font-semibold text-navy">
                {itemLabel} {index + 1}
              </legend>
              <Button
                type="submit"
                variant="quiet"
                size="sm"
                formNoValidate
                name="intent"
                value={`remove:${name}:${index}`}
                aria-label={`Remove ${noun} ${index + 1}`}
                before={<Trash2 aria-hidden />}
                onClick={(event) => instead(event, onRemove && (() => changed(index, () => onRemove(index))))}
                className="float-right min-h-11 text-error! hover:bg-error-ground!"
              >
                Remove
              </Button>
              <div className="clear-both grid gap-5 pt-3">{children(item, index)}</div>
            </fieldset>
          ))}
        </div>
        {items.length < max ? (
          <Button
            id={id}
            type="submit"
            variant="outline"
            formNoValidate
            name="intent"
            value={`add:${name}`}
            before={<Plus aria-hidden />}
            onClick={(event) => instead(event, onAdd && (() => changed("added", onAdd)))}
            aria-label={items.length > 0 ? `Add another ${noun}` : undefined}
            className={items.length > 0 ? "mt-4" : ""}
          >
            {items.length > 0 ? "Add another" : `Add ${noun}`}
          </Button>
        ) : (
          <p className="mt-3 text-sm text-stone">You’ve reached the limit of {max}.</p>
        )}
      </fieldset>
    </div>
  );
}

/** Focuses an added entry's first field; after a removal the entry before, the one in its place, or the add button. */
function useEntryFocus(id: string, count: number) {
  const list = useRef<HTMLDivElement>(null);
  const lastAction = useRef<"added" | number>(undefined);
  useEffect(() => {
    const change = lastAction.current;
    lastAction.current = undefined;
    if (change === undefined) return;
    return keepFocused(() => {
      if (change !== "added") return void jumpToField(count > 0 ? `${id}-${Math.max(change - 1, 0)}` : id);
      const controls =
        list.current?.children[count - 1]?.querySelectorAll<HTMLElement>("input, select, textarea") ?? [];
      [...controls].find((control) => control.getClientRects().length > 0)?.focus();
    });
  }, [id, count]);
  const changed = (change: "added" | number, act: () => void) => {
    lastAction.current = change;
    act();
  };
  return { list, changed };
}

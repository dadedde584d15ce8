import { useEffect, useRef } from "react";
import { useFetcher, useRevalidator } from "react-router";
import type { NamedAdmin } from "~/accounts/admins/names.server";
import { classNames } from "~/ui/class-names";
import { InlineHint } from "~/ui/forms/inline-hint";
import { useInlineChoice } from "~/ui/forms/use-inline-choice";
import { RowIcon } from "~/ui/lists/row-icon";
import { spoken } from "~/ui/lists/spoken";
import { useToast } from "~/ui/notices/toast";
import { type Owned, type OwnerFormResult, ownedSeenInput, seenOwned } from "./owned";

/** Possible owners, and the signed-in admin. */
export type People = { admins: readonly NamedAdmin[]; me: string };

export type Ownership = { id: string; ownerId: string | null; ownerName: string | null; dueOn: string | null };

/** Shows the result of an owner or due day form, and revalidates after a conflict. */
export function useOwnerFormResult(
  result: OwnerFormResult | undefined,
  { quiet = false, onDone }: { quiet?: boolean; onDone?: () => void } = {},
) {
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each answer.
  useEffect(() => {
    if (!result) return;
    if (result.problem) {
      if (!quiet) show({ tone: "error", title: result.problem });
      revalidate();
      return;
    }
    if (result.message) show({ tone: "success", title: result.message });
    onDone?.();
  }, [result]);
}

/** Nobody, possible owners, and the present owner even if inactive. */
export function OwnerOptions({ record, people }: { record?: Ownership; people: People }) {
  const { ownerId = null, ownerName } = record ?? {};
  const isUnavailable = ownerId !== null && !people.admins.some(({ id }) => id === ownerId);
  return (
    <>
      <option value="">Nobody</option>
      {isUnavailable ? <option value={ownerId}>{ownerName}</option> : null}
      {people.admins.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
}

/** The owner that a form in flight would set; undefined if it sets none. */
export function ownerIn(fields: FormData | undefined, people: People): string | undefined {
  const owner = fields?.get("intent") === "assign-to-me" ? people.me : fields?.get("owner");
  return typeof owner === "string" ? owner : undefined;
}

/** The fields that the form submits when an owner is selected. */
export function ownerFields(form: HTMLFormElement | null, owner: string): FormData {
  const fields = new FormData(form ?? undefined);
  fields.set("owner", owner);
  fields.set("intent", "owner");
  return fields;
}

/** The width of a list's column: without any owner it has only icons. */
export const ownerWidth = (rows: readonly Ownership[]) =>
  rows.some(({ ownerId }) => ownerId !== null) ? "w-32" : "w-19";

export type OwnerControlProps = {
  of: Owned;
  record: Ownership;
  /** For screen readers. */
  name: string;
  people: People;
};

/** A row's owner: a select that saves by itself, and `Assign to me`. */
export function OwnerControl({ of, record, name: whole, people }: OwnerControlProps) {
  const name = spoken(whole);
  const fetcher = useFetcher<{ owned?: OwnerFormResult }>();
  useOwnerFormResult(fetcher.data?.owned);
  const shown = ownerIn(fetcher.formData, people) ?? record.ownerId ?? "";
  const form = useRef<HTMLFormElement>(null);
  const { select, unsaved } = useInlineChoice({
    value: shown,
    onSave: (owner) => fetcher.submit(ownerFields(form.current, owner), { method: "post", preventScrollReset: true }),
  });
  const isNobody = select.value === "";
  return (
    <fetcher.Form ref={form} method="post" data-keep="no" className="relative flex min-w-0 items-center">
      <input type="hidden" name={of} value={record.id} />
      <input type="hidden" name={ownedSeenInput} value={seenOwned(record)} />
      <span
        data-hint={isNobody ? "Choose an owner" : undefined}
        className={classNames("flex min-w-0 items-center", !isNobody && "flex-1")}
      >
        <select
          {...select}
          name="owner"
          aria-label={`Owner of ${name}`}
          title={people.admins.find(({ id }) => id === select.value)?.email}
          data-owner=""
          autoComplete="off"
          aria-busy={fetcher.state !== "idle" || undefined}
          className={classNames("row-owner", isNobody && "row-owner-none", unsaved && "ring-2 ring-sea-ink")}
        >
          <OwnerOptions record={record} people={people} />
        </select>
        {isNobody ? (
          <RowIcon name="chevron" className="pointer-events-none absolute left-1.5 size-4 text-stone max-md:left-3.5" />
        ) : null}
      </span>
      <InlineHint unsaved={unsaved} />
      {shown === people.me ? null : (
        <button type="submit" name="intent" value="assign-to-me" data-hint="Assign to me" className="row-take">
          <RowIcon name="take" className="size-4" />
          <span className="sr-only">Assign to me: {name}</span>
        </button>
      )}
      <button type="submit" name="intent" value="owner" className="row-save">
        Save<span className="sr-only"> the owner of {name}</span>
      </button>
    </fetcher.Form>
  );
}

import { Eye, LockKeyhole } from "lucide-react";
import { useFetcher, useLocation } from "react-router";
import type { ShownEntry } from "~/applications/steps/review";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import type { RevealedAmendment } from "./desk-amendments.server";

/** Revealed answers of one step, or of all, by name, and amendments by id. */
export type Revealed = {
  step: number | "all";
  answers: Record<string, string | ShownEntry[]>;
  amendments: Record<string, RevealedAmendment>;
};

/** Names the application too: revealed answers must never appear at another one. */
const keyOf = (id: string, step: number | "all") => `reveal-${id}-${step}`;

/** Revealed answers of a step, wherever on the page; `initial` comes from a page without script. */
export function useRevealed(id: string, step: number, initial: Revealed | undefined): Revealed | undefined {
  const fetcher = useFetcher<{ revealed?: Revealed }>({ key: keyOf(id, step) });
  const all = useFetcher<{ revealed?: Revealed }>({ key: keyOf(id, "all") });
  const fitting = initial?.step === step || initial?.step === "all" ? initial : undefined;
  return fetcher.data?.revealed ?? all.data?.revealed ?? fitting;
}

/** Reveals all hidden answers of a case, which requires recent reauthentication. */
export function RevealAll({ id }: { id: string }) {
  const fetcher = useFetcher<{ revealed?: Revealed }>({ key: keyOf(id, "all") });
  const { search } = useLocation();
  if (fetcher.data?.revealed) return null;
  return (
    <fetcher.Form
      method="post"
      action={`/admin/applications/${id}${search}`}
      preventScrollReset
      data-failed="We couldn’t reveal the hidden answers."
      className="no-print"
    >
      <input type="hidden" name="intent" value="reveal" />
      <input type="hidden" name="step" value="all" />
      <Button type="submit" variant="outline" size="sm" before={<Eye aria-hidden />} busy={fetcher.state !== "idle"}>
        Reveal all hidden answers
      </Button>
    </fetcher.Form>
  );
}

type RevealFormProps = {
  id: string;
  step: number;
  title: string;
  count: number;
  className?: string;
};

/** Reveals a step's hidden answers; who revealed which is recorded. */
export function RevealForm({ id, step, title, count, className }: RevealFormProps) {
  const fetcher = useFetcher({ key: keyOf(id, step) });
  const { search } = useLocation();
  return (
    <fetcher.Form
      method="post"
      action={`/admin/applications/${id}${search}`}
      preventScrollReset
      data-failed="We couldn’t reveal the hidden answers."
      className={classNames(
        "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-warning-ground px-4 py-2",
        className,
      )}
    >
      <input type="hidden" name="intent" value="reveal" />
      <input type="hidden" name="step" value={step} />
      <p className="flex items-center gap-2">
        <LockKeyhole aria-hidden className="size-4 shrink-0 text-warning" />{" "}
        {count === 1 ? "One sensitive answer is hidden." : `${count} sensitive answers are hidden.`} Revealing is
        recorded.
      </p>
      <Button
        type="submit"
        variant="outline"
        size="sm"
        before={<Eye aria-hidden />}
        busy={fetcher.state !== "idle"}
        aria-label={`Reveal the hidden answers of ${title}`}
      >
        Reveal
      </Button>
    </fetcher.Form>
  );
}

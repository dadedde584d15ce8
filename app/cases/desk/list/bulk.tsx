import { Trash2 } from "lucide-react";
import { useFetcher } from "react-router";
import { BulkOwned } from "~/accounts/owners/bulk-owned";
import type { OwnerFormResult } from "~/accounts/owners/owned";
import { type People, useOwnerFormResult } from "~/accounts/owners/owner-control";
import { Button } from "~/ui/button";
import { BulkBar } from "~/ui/lists/bulk-bar";

export type ApplicationBulkProps = {
  id: string;
  chosen: number;
  /** Number of chosen drafts: only these can be deleted. */
  drafts: number;
  people: People;
  onNone: () => void;
};

/** Actions on the chosen rows, whose checkboxes belong to this form; works without JavaScript too. */
export function ApplicationBulk({ id, chosen, drafts, people, onNone }: ApplicationBulkProps) {
  const fetcher = useFetcher<{ owned?: OwnerFormResult }>();
  useOwnerFormResult(fetcher.data?.owned, { onDone: onNone });
  const onlyDrafts = chosen > 0 && drafts === chosen;
  return (
    <fetcher.Form id={id} method="post" data-keep="no" aria-label="Change selected applications">
      <BulkBar chosen={chosen} onNone={onNone}>
        <BulkOwned people={people} busy={fetcher.state !== "idle"} />
        <Button
          type="submit"
          name="intent"
          value="ask-delete"
          variant="outline"
          size="sm"
          before={<Trash2 aria-hidden />}
          className={`border-error! text-error! ${onlyDrafts ? "" : "hidden! noscript:inline-flex!"}`}
        >
          Delete {chosen === 1 ? "this draft" : "drafts"}…
        </Button>
      </BulkBar>
    </fetcher.Form>
  );
}

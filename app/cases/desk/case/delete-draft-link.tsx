import type { ApplicationDetail } from "~/cases/case-data/case.server";
import { ButtonLink } from "~/ui/button";

/** The question is on the list's page; `closeTo` is the list. */
function deleteAddress(closeTo: string, id: string): string {
  const [path = "", search = ""] = closeTo.split("?");
  return `${path}?${new URLSearchParams([...new URLSearchParams(search), ["ask", "delete"], ["draft", id], ["from", "draft"]])}`;
}

export function DeleteDraft({ application, closeTo }: Pick<ApplicationDetail, "application"> & { closeTo: string }) {
  if (application.status !== "draft" || application.submittedAt !== null) return null;
  return (
    <div className="no-print border-t border-line pt-5">
      <ButtonLink
        to={deleteAddress(closeTo, application.id)}
        preventScrollReset
        variant="outline"
        size="sm"
        className="border-error! text-error!"
      >
        Delete this draft
      </ButtonLink>
    </div>
  );
}

import type { ShownDecision } from "~/cases/decision/decision-documents.server";
import { nassauTime } from "~/core/time";
import { fileSize } from "~/ui/forms/file-input";
import { Entry, Records } from "../../case-data/records";

/** The documents of the decision, and when the applicant downloaded them. */
export function DecisionRecords({ decision }: { decision: ShownDecision }) {
  return (
    <Records
      id="decision-documents-list"
      title="Decision"
      empty="No documents."
      count={decision.documents.length}
      note={
        decision.nextSteps ? (
          <p className="mt-1 break-words whitespace-pre-line">
            <span className="font-medium">Next steps: </span>
            {decision.nextSteps}
          </p>
        ) : null
      }
    >
      {decision.documents.map(({ id, name, bytes, downloads, firstAt, lastAt }) => (
        <Entry key={id}>
          <a href={`/documents/${id}`} className="font-medium break-words text-sea-ink hover:underline">
            <bdi>{name}</bdi>
          </a>{" "}
          <span className="text-xs text-stone">{fileSize(bytes)}</span>
          <p className="mt-0.5 text-xs text-stone">
            {firstAt && lastAt
              ? `Downloaded ${downloads === 1 ? "once" : `${downloads} times`}: first ${nassauTime(firstAt)}${downloads > 1 ? `, last ${nassauTime(lastAt)}` : ""}`
              : "Not downloaded yet"}
          </p>
        </Entry>
      ))}
    </Records>
  );
}

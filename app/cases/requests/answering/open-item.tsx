import { FilePen, FileQuestion, FileText } from "lucide-react";
import { correctionPart } from "~/cases/correction-part";
import { formatDue, itemName } from "~/cases/requests/request-words";
import { SampleLink } from "~/catalogue/sample-link";
import { Badge } from "~/ui/lists/badge";
import { DocumentAnswer } from "./document-answer";
import { NotAccepted } from "./done-items";
import type { CorrectionProps, OpenItemProps } from "./open-item-props";
import { QuestionAnswer } from "./question-answer";

const kinds = {
  document: { icon: FileText, label: "A document" },
  question: { icon: FileQuestion, label: "A question" },
  correction: { icon: FilePen, label: "A correction" },
};

type OpenItemViewProps = OpenItemProps & {
  /** For a correction: refused input, and options of its fields. */
  corrected: CorrectionProps["typed"];
  fields: CorrectionProps["fields"] | null;
};

export function OpenItemView({ corrected, fields, ...props }: OpenItemViewProps) {
  const { item } = props;
  const refused = item.answers.filter(({ outcome }) => outcome === "refused");
  const last = refused.at(-1);
  const { icon: Icon, label } = kinds[item.kind];
  const correcting = correctionPart.now();
  return (
    <fieldset
      id={`item-${item.id}`}
      data-item={item.kind}
      aria-labelledby={`title-${item.id}`}
      className="min-w-0 scroll-mt-6 rounded-2xl border border-dune bg-white px-5 py-5 sm:px-7 sm:py-6"
    >
      <input type="hidden" name="item" value={item.id} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex items-center gap-1.5 text-sm text-stone">
          <Icon aria-hidden className="size-4" />
          {label}
        </p>
        <span className="flex flex-wrap gap-2">
          {item.begunAt ? <Badge tone="blue">Started, not sent</Badge> : null}
          {item.isOverdue ? <Badge tone="red">Overdue</Badge> : null}
        </span>
      </div>
      <h3
        id={`title-${item.id}`}
        dir="auto"
        className={`mt-1 font-semibold break-words whitespace-pre-line ${item.name.length > 120 ? "text-lg" : "text-xl"}`}
      >
        {itemName(item)}
      </h3>
      {item.description ? (
        <p dir="auto" className="mt-1.5 text-stone">
          {item.description}
        </p>
      ) : null}
      <SampleLink sample={item.sample} of={item.name} className="mt-1.5" />
      {last && item.reason === last.reason ? null : (
        <p dir="auto" className="mt-2.5 break-words whitespace-pre-line">
          {item.reason}
        </p>
      )}
      {item.dueOn ? (
        <p className={`mt-2 text-sm ${item.isOverdue ? "font-semibold text-error" : "text-stone"}`}>
          {formatDue({ dueOn: item.dueOn, ifLate: item.ifLate }, item.isOverdue)}
        </p>
      ) : null}
      {refused.map((sent) => (
        <NotAccepted key={sent.id} sent={sent} />
      ))}
      <div className="mt-4">
        {item.kind === "question" ? <QuestionAnswer {...props} /> : null}
        {item.kind === "document" ? <DocumentAnswer {...props} /> : null}
        {item.kind === "correction" && fields && correcting ? (
          <correcting.CorrectionAnswer {...props} typed={corrected} fields={fields} />
        ) : null}
      </div>
    </fieldset>
  );
}

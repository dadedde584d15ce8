import { ChevronDown, FilePen, FileQuestion, FileText } from "lucide-react";
import { useState } from "react";
import { correctionPart } from "~/cases/correction-part";
import { formatDue, itemName } from "~/cases/requests/request-words";
import { DateRuleText } from "~/catalogue/date-rule-text";
import { SampleLink } from "~/catalogue/sample-link";
import { calendarDate } from "~/core/time";
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
  /** The only one is open from the start. */
  isOnly: boolean;
};

/** An item that unfolds: what is asked and until when, then why, and the place for the answer. */
export function OpenItemView({ corrected, fields, isOnly, ...props }: OpenItemViewProps) {
  const { item, problems } = props;
  // From the first render alone: what comes or goes meanwhile closes nothing in which somebody types.
  const [startsOpen] = useState(isOnly || item.begunAt !== null);
  const refused = item.answers.filter(({ outcome }) => outcome === "refused");
  const last = refused.at(-1);
  const { icon: Icon, label } = kinds[item.kind];
  const correcting = correctionPart.now();
  const title = itemName(item);
  return (
    <fieldset aria-labelledby={`title-${item.id}`} className="min-w-0">
      <input type="hidden" name="item" value={item.id} />
      <details
        data-item={item.kind}
        data-begun={item.begunAt ? "" : undefined}
        open={startsOpen || problems.length > 0}
        className="fold group/item"
      >
        <summary className="px-5 sm:px-7">
          <Icon aria-hidden className="size-5 shrink-0 mt-1.5 self-start text-sea-ink" />
          <span className="min-w-0 flex-1 py-1">
            <h3
              id={`title-${item.id}`}
              dir="auto"
              className="line-clamp-3 font-sans text-base leading-snug font-semibold tracking-normal break-words whitespace-pre-line group-open/item:line-clamp-none"
            >
              {title}
            </h3>
            <span className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-stone">
              <span>
                {label}
                {item.dueOn ? <>, by {calendarDate(item.dueOn)}</> : null}
              </span>
              {item.begunAt ? <Badge tone="blue">Started, not sent</Badge> : null}
              {last && !item.begunAt ? <Badge tone="red">Not accepted</Badge> : null}
              {item.isOverdue ? <Badge tone="red">Overdue</Badge> : null}
            </span>
          </span>
          <ChevronDown aria-hidden className="fold-sign" />
        </summary>
        <div id={`item-${item.id}`} className="scroll-mt-24 px-5 pt-1 pb-6 sm:pr-7 sm:pl-15">
          {item.description ? (
            <p dir="auto" className="text-stone">
              {item.description}
            </p>
          ) : null}
          {item.description ? <DateRuleText rule={item.dateRule} className="mt-1.5 text-stone" /> : null}
          <SampleLink sample={item.sample} of={item.name} className="mt-1.5" />
          {last && item.reason === last.reason ? null : (
            <p dir="auto" className="mt-1.5 break-words whitespace-pre-line">
              {item.reason}
            </p>
          )}
          {/* The submission writes the description as the reason. */}
          {item.description ? null : <DateRuleText rule={item.dateRule} className="mt-1.5 text-stone" />}
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
        </div>
      </details>
    </fieldset>
  );
}

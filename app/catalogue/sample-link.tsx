import { FileText } from "lucide-react";
import { classNames } from "~/ui/class-names";
import { TextLink } from "~/ui/link";

type SampleLinkProps = { sample: string | null; of: string; className?: string | undefined };

/** Opens the sample of a required document. */
export function SampleLink({ sample, of, className }: SampleLinkProps) {
  if (!sample) return null;
  return (
    <p className={classNames("text-base", className)}>
      <TextLink to={sample} reloadDocument target="_blank" rel="noreferrer">
        <FileText aria-hidden className="mr-1 inline size-4 align-[-0.15em]" />
        See a sample<span className="sr-only"> of {of}, in a new tab</span>
      </TextLink>
    </p>
  );
}

import { PenLine } from "lucide-react";
import type { Asked } from "~/applications/steps/contradictions/asked";
import { reviewCertification } from "~/applications/steps/review-certification";
import { CheckAnswers, HiddenConfirmations } from "~/applications/wizard/checking/check-answers";
import { FieldView } from "~/applications/wizard/field-view";
import type { FieldWorld, OpenItem } from "~/cases/requests/read-requests.server";
import { withConfirmed } from "~/form-engine/confirmed-part";
import { fieldsOf, type Problem } from "~/form-engine/definition";
import type { Signature } from "./sign-corrections.server";

type SignatureBlockProps = {
  fields: FieldWorld;
  signature: { values: Signature; problems: readonly Problem[]; asked: readonly Asked[] } | undefined;
  items: readonly OpenItem[];
};

const signing = ["certifyAccuracy", "electronicSignature"];

export function SignatureBlock({ fields, signature, items }: SignatureBlockProps) {
  const { values, problems = [], asked = [] } = signature ?? {};
  const stored = { certifyAccuracy: values?.certifies === true, electronicSignature: values?.name };
  return (
    <fieldset
      aria-labelledby="signature-title"
      className="signature min-w-0 scroll-mt-6 rounded-2xl border border-dune bg-white px-5 py-5 sm:px-7 sm:py-6"
    >
      <p className="flex items-center gap-1.5 text-sm text-stone">
        <PenLine aria-hidden className="size-4" />
        For corrections
      </p>
      <h3 id="signature-title" className="mt-1 text-xl font-semibold">
        Sign your corrections
      </h3>
      <p className="mt-1.5 text-stone">
        One signature covers all the corrections you send. Your answers change once we’ve checked them.
      </p>
      <CheckAnswers
        asked={asked}
        answers={withConfirmed({}, values?.confirmed ?? {})}
        isHeld={false}
        wayTo={(contradiction) => <WayToItem asked={contradiction} items={items} />}
        className="mt-4"
      />
      <HiddenConfirmations
        kept={Object.entries(values?.confirmed ?? {}).filter(
          ([key]) => !asked.some((contradiction) => contradiction.key === key),
        )}
      />
      <div className="mt-4 grid gap-5">
        {fieldsOf(reviewCertification).map((field) =>
          signing.includes(field.name) && (field.kind === "tick" || field.kind === "text") ? (
            <FieldView
              key={field.name}
              field={field}
              name={field.name}
              id={field.name}
              stored={stored}
              answers={stored}
              error={problems.find(({ name }) => name === field.name)?.message}
              {...fields}
            />
          ) : null,
        )}
      </div>
    </fieldset>
  );
}

/** A contradiction, linked to the item that corrects its answer. */
function WayToItem({ asked, items }: { asked: Asked; items: readonly OpenItem[] }) {
  const item = items.find(({ stepCode }) => stepCode === asked.step);
  if (!item) return asked.sentence;
  return (
    <a href={`#item-${item.id}`} className="font-semibold text-ink underline underline-offset-4">
      {asked.sentence}
    </a>
  );
}

import { usd } from "~/core/prices/money";
import { FieldError } from "~/ui/forms/field";
import { notSure } from "./tier-choice";

/** `total` in US dollars as the database returns it, `split` formatted. */
export type TierOption = { id: string; name: string; description: string; total: string; split: string };

type TierChoiceProps = { tiers: readonly TierOption[]; chosen: string | undefined; error: string | undefined };

/**
 * The prices of a service, none preselected. Part of the form's own script, because a part that loads later could lose
 * the choice; simpler than `RadioGroup`, for the size.
 */
export const TierChoice = ({ tiers, chosen, error }: TierChoiceProps) => (
  <fieldset
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML allows it; it can be invalid.
    role="radiogroup"
    aria-describedby={error && "tier-error"}
    aria-invalid={!!error}
    className="grid min-w-0 gap-3"
  >
    <legend className="mb-2.5 font-semibold">
      Which price applies to you? <span className="font-normal text-stone">(optional)</span>
    </legend>
    {error ? <FieldError id="tier">{error}</FieldError> : null}
    {[...tiers, { id: notSure, name: "I am not sure yet", description: unsure, total: "", split: "" }].map(
      (tier, index) => (
        <label
          key={tier.id}
          className="flex min-h-13 items-start gap-3 rounded-md border border-edge bg-white px-4 py-3 hover:border-navy has-checked:border-navy has-checked:bg-foam"
        >
          <input
            type="radio"
            id={index === 0 ? "tier" : undefined}
            name="tier"
            value={tier.id}
            defaultChecked={chosen === tier.id}
            className="mt-px size-6 shrink-0 accent-navy"
          />
          <span className="min-w-0 flex-1">
            <span className="flex justify-between gap-4 font-medium">
              <span className="min-w-0 wrap-anywhere">{tier.name}</span>{" "}
              <span className="tabular-nums">{tier.total && usd(tier.total)}</span>
            </span>
            {tier.split && <span className="block text-sm text-stone">{tier.split}</span>}
            <span className="text-sm text-stone">{tier.description}</span>
          </span>
        </label>
      ),
    )}
  </fieldset>
);

const unsure = "We’ll read your answers and tell you which one fits.";

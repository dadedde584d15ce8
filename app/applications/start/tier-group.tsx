import { usd } from "~/catalogue/money";
import { RadioGroup } from "~/ui/forms/radio-group";
import { notSure } from "./tier-choice";

/** A pricing tier as the start page offers it; `total` in US dollars as the database gives it. */
export type OfferedTier = { id: string; name: string; description: string; total: string };

type TierChoiceProps = { tiers: readonly OfferedTier[]; chosen: string | undefined; error: string | undefined };

/** The prices of a service, none of them preselected (N-BEGIN-2). */
export default function TierChoice({ tiers, chosen, error }: TierChoiceProps) {
  return (
    <RadioGroup
      id="tier"
      name="tier"
      legend="Which price is yours?"
      mark="optional"
      error={error}
      defaultValue={chosen}
      options={[
        ...tiers.map(({ id, name, description, total }) => ({
          value: id,
          label: (
            <span className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 font-medium wrap-anywhere">{name}</span>{" "}
              <span className="font-medium tabular-nums">{usd(total)}</span>
            </span>
          ),
          hint: description || undefined,
        })),
        { value: notSure, label: "I am not sure yet", hint: "We read your answers and tell you which one fits." },
      ]}
    />
  );
}

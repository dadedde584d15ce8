import { CheckedOn } from "~/content/facts/checked-on";
import type { Thresholds } from "~/content/settings/facts";
import type { ImmigrationText } from "~/content/texts/bahamas-immigration";
import { CheckList } from "~/ui/forms/check-list";
import { SectionHeading } from "~/ui/heading";
import { TextLink } from "~/ui/link";

type PermanentResidencyProps = { text: ImmigrationText["permanentResidency"]; thresholds: Thresholds };

export function PermanentResidency({ text, thresholds }: PermanentResidencyProps) {
  const { heading, lead, categories, benefits } = text;
  return (
    <section aria-labelledby="permanent-residency" className="bg-sand py-16 sm:py-24">
      <div className="page">
        <SectionHeading
          id="permanent-residency"
          eyebrow="To stay"
          title={heading}
          intro={lead}
          action={
            <TextLink to="/visa/permanent-residence" look="standalone" arrow>
              Prices and application
            </TextLink>
          }
        />
        <ul className="mt-10 grid gap-4 md:grid-cols-2 lg:gap-5">
          {categories.map(({ name, threshold, thresholdLabel, text }) => (
            <li key={name} className="flex flex-col rounded-2xl bg-white p-6 sm:p-8">
              <h3 className="text-2xl">{name}</h3>
              <p className="mt-3 text-stone">{text}</p>
              <p className="mt-auto border-t border-line pt-4 text-sm text-stone not-first:mt-6">
                {threshold ? (
                  <span className="mr-2 font-display text-2xl font-semibold text-navy lining-nums">
                    {thresholds[threshold].text}
                  </span>
                ) : null}
                {threshold ? thresholdLabel : <span className="font-medium text-ink">{sentence(thresholdLabel)}</span>}
                {threshold ? <CheckedOn note={thresholds[threshold].note} /> : null}
              </p>
            </li>
          ))}
        </ul>
        <div className="mt-14 grid gap-x-16 gap-y-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          <h3 className="text-2xl">{benefits.heading}</h3>
          <div>
            <CheckList items={benefits.items} className="[&_svg]:bg-white" />
            <p className="mt-6 border-l-2 border-gold-deep pl-4 text-stone">{benefits.note}</p>
          </div>
        </div>
      </div>
    </section>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

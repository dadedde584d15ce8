import type { ImmigrationText } from "~/content/texts/bahamas-immigration";
import { CheckList } from "~/ui/forms/check-list";
import { SectionHeading } from "~/ui/heading";
import { TextLink } from "~/ui/link";

export function WorkPermits({ text }: { text: ImmigrationText["workPermits"] }) {
  const { heading, whoNeeds, types, documents, processingTime, validity } = text;
  return (
    <section aria-labelledby="work-permits" className="page py-16 sm:py-24">
      <SectionHeading
        id="work-permits"
        eyebrow="To work here"
        title={heading}
        action={
          <TextLink to="/visa/bahamas-work-visa" look="standalone" arrow>
            Prices and application
          </TextLink>
        }
      />
      <div className="mt-9 grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div>
          <h3 className="text-2xl">{whoNeeds.heading}</h3>
          <div className="prose mt-3">
            {whoNeeds.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
        <dl className="on-dark grid content-center gap-6 rounded-2xl bg-navy p-7">
          {[processingTime, validity].map(({ label, value, note }) => (
            <div key={label} className="not-first:border-t not-first:border-white/15 not-first:pt-6">
              <dt className="eyebrow text-gold">{label}</dt>
              <dd className="mt-1.5 font-display text-2xl font-semibold text-white lining-nums">{value}</dd>
              <dd className="mt-1 text-sm text-foam">{note}</dd>
            </div>
          ))}
        </dl>
      </div>
      <h3 className="mt-14 text-2xl">{types.heading}</h3>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {types.items.map(({ name, text }, index) => (
          <li key={name} className="rounded-2xl bg-sand p-6">
            <span aria-hidden className="font-mono text-sm text-gold-ink">
              {String(index + 1).padStart(2, "0")}
            </span>
            <h4 className="mt-2 font-display text-xl font-semibold text-navy">{name}</h4>
            <p className="mt-2 text-base text-stone">{text}</p>
          </li>
        ))}
      </ul>
      <h3 className="mt-14 text-2xl">{documents.heading}</h3>
      <CheckList items={documents.items} columns={2} className="mt-5" />
    </section>
  );
}

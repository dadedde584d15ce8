import { type ReactNode, useId } from "react";
import { SampleLink } from "~/catalogue/sample-link";
import type { ServiceDetail } from "~/catalogue/services.server";
import { CheckedOn } from "~/content/facts/checked-on";
import { Accordion } from "~/ui/accordion";
import { CheckList } from "~/ui/forms/check-list";
import { NumberedSteps } from "~/ui/numbered-steps";
import { unbroken } from "~/ui/unbroken";
import { DateRuleText } from "../date-rule-text";

function Section({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line pt-9 pb-12 first:border-0 first:pt-0 sm:pb-14">
      <h2 id={id} className="text-3xl">
        {title}
      </h2>
      {intro ? <p className="mt-2 text-stone">{intro}</p> : null}
      <div className="mt-6">{children}</div>
    </section>
  );
}

type ServiceMainProps = {
  service: ServiceDetail;
  /** Who files the application, if we don't. */
  filing: string | null;
};

/** The main column of a service's page. Parts without content are left out. */
export function ServiceMain({ service, filing }: ServiceMainProps) {
  const { overview, eligibilityCriteria, documents, applicationSteps, faqs } = service;
  return (
    <div className="min-w-0 lg:col-start-1 lg:row-start-1">
      {overview ? (
        <Section title="Overview">
          <div className="prose">
            {overview.split(/\n{2,}/).map((paragraph) => (
              <p key={paragraph} className="whitespace-pre-line first:text-lg">
                {unbroken(paragraph)}
              </p>
            ))}
          </div>
        </Section>
      ) : null}
      {eligibilityCriteria.length > 0 ? (
        <Section title="Who it is for" intro="You’re likely to qualify if all of these apply to you.">
          <CheckList items={eligibilityCriteria} />
        </Section>
      ) : null}
      {documents.length > 0 ? (
        <Section title="What you need" intro="A clear phone picture is usually enough to begin with.">
          <ol className="grid gap-3 sm:grid-cols-2">
            {documents.map((document, index) => (
              <li key={document.name} className="flex items-baseline gap-4 rounded-xl bg-sand px-5 py-4">
                <span aria-hidden className="font-mono text-sm text-gold-ink">
                  {String(index + 1).padStart(2, "0")}
                </span>
                <div className="min-w-0">
                  <h3 className="font-sans text-base font-medium tracking-normal">
                    {unbroken(document.name)}
                    {document.isRequired ? null : (
                      <span className="font-normal text-stone"> (if it applies to you)</span>
                    )}
                  </h3>
                  {document.description ? (
                    <p className="mt-1 text-base text-stone">{unbroken(document.description)}</p>
                  ) : null}
                  <DateRuleText rule={document.dateRule} className="mt-1 text-base text-stone" />
                  <SampleLink sample={document.sample} of={document.name} className="mt-1" />
                </div>
              </li>
            ))}
          </ol>
        </Section>
      ) : null}
      {applicationSteps.length > 0 ? (
        <Section title="How it works">
          <NumberedSteps
            steps={applicationSteps
              .toSorted((a, b) => a.step - b.step)
              .map(({ title, description }) => ({ title, text: description }))}
          />
        </Section>
      ) : null}
      <Times times={service.processingTimes} />
      <Notes service={service} filing={filing} />
      {faqs.length > 0 ? (
        <Section title="Questions and answers">
          <Accordion
            name="service-questions"
            level={3}
            items={faqs.map(({ question, answer }, index) => ({
              id: `question-${index + 1}`,
              title: question,
              content: <p className="whitespace-pre-line">{unbroken(answer)}</p>,
            }))}
          />
        </Section>
      ) : null}
    </div>
  );
}

/** Processing times, if there are several. */
function Times({ times }: { times: ServiceDetail["processingTimes"] }) {
  if (times.length < 2) return null;
  return (
    <Section title="Processing times">
      <dl className="divide-y divide-line border-y border-line">
        {times.map(({ label, time }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 py-3">
            <dt className="min-w-0 text-stone">{unbroken(label)}</dt>
            <dd className="font-medium">{unbroken(time)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Notes({ service: { importantNotes, note }, filing }: ServiceMainProps) {
  return (
    <Section title="Important notes">
      <div className="rounded-2xl bg-sand p-6 sm:p-8">
        {importantNotes.length > 0 ? (
          <ul className="mb-5 grid gap-3.5">
            {importantNotes.map((text) => (
              <li key={text} className="border-l-2 border-gold pl-4">
                {unbroken(text)}
              </li>
            ))}
          </ul>
        ) : null}
        <div className="grid gap-1.5 text-sm text-stone">
          {filing ? <p>{filing}</p> : null}
          <p>{note ? <CheckedOn note={note} /> : "Please ask us for the fees in force today."}</p>
        </div>
      </div>
    </Section>
  );
}

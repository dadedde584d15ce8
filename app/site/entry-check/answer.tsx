import { ArrowRight, ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import {
  askBeforeBooking,
  askWhileSuspended,
  conditionsTitle,
  notesTitle,
  nothingFromUs,
  officerDecides,
} from "~/content/rules/words";
import { useBookingPath } from "~/content/settings/use-figure-sentences";
import { Flag } from "~/ui/brand/flag";
import type { Crumb } from "~/ui/breadcrumbs";
import { ButtonLink } from "~/ui/button";
import { PageHero } from "~/ui/page-hero";
import { TicketCard } from "~/ui/ticket-card";
import { unbroken } from "~/ui/unbroken";
import type { AnswerView } from "./answer.server";
import type { Chosen } from "./trip";

type AnswerProps = { answer: AnswerView; chosen: Chosen };

/** The headline, and the trip that it answers. */
export function AnswerHero({ answer, chosen, trail }: AnswerProps & { trail: readonly Crumb[] }) {
  const { headline, lastChecked, trip, stay } = answer;
  return (
    <PageHero
      trail={trail}
      seed={`${chosen.passport} ${chosen.to}`}
      ground="deep"
      destination={{ code: chosen.to, at: "sun" }}
      eyebrow={
        <span className="inline-flex items-center gap-2.5">
          <Flag code={chosen.passport} />
          <ArrowRight aria-hidden className="size-4" />
          <Flag code={chosen.to} />
          <span>Do I need a visa?</span>
        </span>
      }
      title={
        <>
          {lastChecked ? (
            <span className="mb-3 block font-sans text-xl font-medium tracking-normal text-gold">{lastChecked} </span>
          ) : null}
          {headline}
        </>
      }
      lead={`With a ${trip.who}, ${trip.where}.`}
    >
      {stay ? (
        <p className="mt-6 inline-flex flex-wrap items-baseline gap-x-3 border-l-2 border-gold pl-4 text-foam">
          <span className="text-sm">Longest stay</span>
          <strong className="font-display text-xl font-semibold text-white wrap-anywhere">{unbroken(stay)}</strong>
        </p>
      ) : null}
      {lastChecked ? <p className="mt-6 text-lg font-semibold text-white">{askBeforeBooking}</p> : null}
    </PageHero>
  );
}

export function Answer({ answer, chosen }: AnswerProps) {
  const { conditions, notes, otherwise } = answer;
  const hasDetails = conditions.length > 0 || notes.length > 0;
  return (
    <div className="page grid gap-x-16 gap-y-10 pt-10 sm:pt-14 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid min-w-0 content-start gap-10 wrap-anywhere">
        {conditions.length > 0 ? <Sentences title={conditionsTitle} sentences={conditions} numbered /> : null}
        {otherwise ? (
          <section aria-labelledby="otherwise" className="rounded-2xl bg-sand px-6 py-5 sm:px-8 sm:py-6">
            <h2 id="otherwise" className="eyebrow text-gold-ink">
              Otherwise
            </h2>
            <p className="mt-2 font-display text-2xl font-semibold text-navy">{otherwise}</p>
          </section>
        ) : null}
        {notes.length > 0 ? <Sentences title={notesTitle} sentences={notes} /> : null}
        <Sources answer={answer} isFirst={!hasDetails} />
      </div>
      <NextAction answer={answer} chosen={chosen} />
    </div>
  );
}

function Sentences({
  title,
  sentences,
  numbered = false,
}: {
  title: string;
  sentences: readonly string[];
  numbered?: boolean;
}) {
  const id = numbered ? "conditions" : "notes";
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-3xl">
        {title}
      </h2>
      <ul className="mt-5 grid gap-3.5">
        {sentences.map((sentence, index) => (
          <li key={sentence} className="flex items-baseline gap-4 border-t border-line pt-3.5 text-lg">
            <span aria-hidden className="shrink-0 font-mono text-sm text-gold-ink">
              {numbered ? String(index + 1).padStart(2, "0") : "◆"}
            </span>
            <span className="min-w-0">{unbroken(sentence)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the answer is based on, for every kind of answer with its limits. */
function Sources({ answer: { source }, isFirst }: { answer: AnswerView; isFirst: boolean }) {
  return (
    <section aria-label="What this answer is based on" className={isFirst ? "" : "border-t border-line pt-6"}>
      {source ? (
        <p>
          {source.before}
          <a href={source.link.url} rel="noopener" className="font-medium text-sea-ink underline underline-offset-4">
            {source.link.label}
          </a>
          {source.after}
        </p>
      ) : null}
      <p className={source ? "mt-2 text-stone" : "text-stone"}>{officerDecides}</p>
    </section>
  );
}

const hostOf = (url: string): string => new URL(url).host;

/** One next action: apply with us, go to the official page, or ask. */
function NextAction({ answer, chosen }: AnswerProps) {
  const { service, official, elsewhere, needsNothing, kind, lastChecked } = answer;
  if (service)
    return (
      <Panel title="What comes next">
        {official ? (
          <p>
            {yourself}{" "}
            <a
              href={official}
              rel="noopener"
              className="wrap-anywhere font-medium text-sea-ink underline underline-offset-4"
            >
              {hostOf(official)}
            </a>
          </p>
        ) : null}
        <Service answer={answer} chosen={chosen} />
        <Ask />
      </Panel>
    );
  const isSuspended = answer.answer === "suspended";
  const asksFirst = lastChecked !== null || kind === "unanswered" || isSuspended;
  return (
    <Panel title={needsNothing ? nothingFromUs : kind === "unanswered" ? "We answer in person" : "What comes next"}>
      {isSuspended ? <p>{askWhileSuspended}</p> : null}
      {official ? <p className="wrap-anywhere">{`${yourself} ${hostOf(official)}`}</p> : null}
      {elsewhere ? (
        <ButtonLink
          to={elsewhere.url}
          variant={asksFirst ? "outline" : "primary"}
          size="lg"
          after={<ArrowUpRight aria-hidden />}
          wide
        >
          {elsewhere.isOfficial ? "Go to the official page" : "Read the source"}
        </ButtonLink>
      ) : null}
      <Ask primary={asksFirst} />
    </Panel>
  );
}

const yourself = "You can apply there yourself:";

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <aside aria-labelledby="next" className="min-w-0 lg:self-start">
      <div className="rounded-2xl border border-dune bg-white px-6 py-7 shadow-md sm:px-8 lg:-mt-24 lg:relative lg:z-10">
        <h2 id="next" className="text-2xl">
          {title}
        </h2>
        <div className="mt-5 grid gap-4">{children}</div>
      </div>
    </aside>
  );
}

const Ask = ({ primary = false }: { primary?: boolean }) => (
  <ButtonLink to={useBookingPath()} variant={primary ? "gold" : "outline"} size="lg" wide className="no-print">
    Ask us, free
  </ButtonLink>
);

function Service({ answer: { service }, chosen }: AnswerProps) {
  if (!service) return null;
  const { slug, name, amount, split, further, processingTime } = service;
  return (
    <TicketCard
      seed={slug}
      stub={
        <div className="grid gap-3">
          <ButtonLink
            to={`/apply?${new URLSearchParams({ service: slug, nationality: chosen.passport })}`}
            variant="gold"
            size="lg"
            wide
            aria-label={`Apply for ${name}`}
            after={<ArrowRight aria-hidden />}
          >
            Apply
          </ButtonLink>
          <ButtonLink to={`/visa/${slug}`} variant="quiet" wide aria-label={`Read more about ${name}`}>
            Read more
          </ButtonLink>
        </div>
      }
    >
      <h3 className="text-xl">{name}</h3>
      <dl className="mt-4 grid gap-3 text-sm">
        <div>
          <dt className="text-stone">Price</dt>
          <dd className="font-display text-2xl font-semibold text-navy lining-nums">{amount}</dd>
          {[split, further].filter(Boolean).map((note) => (
            <dd key={note} className="text-stone">
              {unbroken(note)}
            </dd>
          ))}
        </div>
        {processingTime ? (
          <div>
            <dt className="text-stone">Processing time</dt>
            <dd className="font-semibold">{unbroken(processingTime)}</dd>
          </div>
        ) : null}
      </dl>
    </TicketCard>
  );
}

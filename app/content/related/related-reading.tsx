import { BookOpen, CircleHelp, FileText, type LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { RelatedReading as Reading } from "~/content/related/related.server";
import { SectionHeading } from "~/ui/heading";
import { TextLink } from "~/ui/link";
import { PageLink } from "~/ui/page-link";
import { unbroken } from "~/ui/unbroken";

export type RelatedReadingProps = { reading: Reading };

/** Posts, forms and questions on a service's country or visa; renders nothing if there are none. */
export function RelatedReading({ reading: { posts, forms, questions } }: RelatedReadingProps) {
  const id = useId();
  const kinds = [
    posts.length > 0 ? (
      <Kind key="posts" icon={BookOpen} title="From the blog" all={{ to: "/blog", label: "All posts" }}>
        {posts.map(({ slug, title }) => (
          <Line key={slug} to={`/blog/${slug}`} label={title} />
        ))}
      </Kind>
    ) : null,
    forms.length > 0 ? (
      <Kind key="forms" icon={FileText} title="Forms to print" all={{ to: "/forms", label: "All forms" }}>
        {forms.map((form) => (
          <Line key={form.id} to={`/forms#form-${form.id}`} label={form.title} note={form.visaType} />
        ))}
      </Kind>
    ) : null,
    questions.length > 0 ? (
      <Kind key="questions" icon={CircleHelp} title="More questions" all={{ to: "/faqs", label: "All questions" }}>
        {questions.map((question) => (
          <Line key={question.id} to={`/faqs#question-${question.id}`} label={question.question} />
        ))}
      </Kind>
    ) : null,
  ].filter((kind) => kind !== null);
  if (kinds.length === 0) return null;
  return (
    <section aria-labelledby={id} className="no-print mt-16 bg-sand py-14 sm:mt-20 sm:py-20">
      <div className="page">
        <SectionHeading id={id} eyebrow="Good to know" title="Before you apply" />
        <div className="mt-9 grid gap-x-12 gap-y-11 lg:auto-cols-fr lg:grid-flow-col">{kinds}</div>
      </div>
    </section>
  );
}

type KindProps = { icon: LucideIcon; title: string; all: { to: string; label: string }; children: ReactNode };

function Kind({ icon: Icon, title, all, children }: KindProps) {
  return (
    <div className="min-w-0">
      <h3 className="flex items-center gap-3 text-xl">
        <Icon aria-hidden className="size-5 shrink-0 text-sea-ink" />
        {title}
      </h3>
      <ul className="mt-4 divide-y divide-dune border-y border-dune">{children}</ul>
      <TextLink to={all.to} look="standalone" arrow className="mt-4">
        {all.label}
      </TextLink>
    </div>
  );
}

function Line({ to, label, note }: { to: string; label: string; note?: string }) {
  return (
    <li>
      <PageLink
        to={to}
        className="flex cramped:block min-h-12 items-baseline justify-between gap-4 rounded-xs py-3 leading-snug font-medium text-ink decoration-gold-deep decoration-2 underline-offset-[0.2em] hover:text-navy hover:underline"
      >
        <span className="min-w-0">{unbroken(label)}</span>
        {note ? <span className="block shrink-0 text-xs font-normal text-stone">{note}</span> : null}
      </PageLink>
    </li>
  );
}

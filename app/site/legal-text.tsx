import type { ReactNode } from "react";
import type { TextPart } from "~/content/texts/terms";

type LegalTextProps = { contents: readonly { id: string; label: string }[]; children: ReactNode };

/** A long text with its table of contents: the privacy policy, the terms. */
export function LegalText({ contents, children }: LegalTextProps) {
  return (
    <div className="page grid gap-x-16 gap-y-10 pt-12 pb-20 sm:pb-28 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav aria-label="On this page" className="no-print lg:sticky lg:top-28 lg:self-start">
        <p className="eyebrow text-sea-ink">On this page</p>
        <ol className="mt-3 grid gap-x-8 text-sm sm:max-lg:grid-cols-2">
          {contents.map(({ id, label }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-9 items-center rounded-xs text-stone underline-offset-4 hover:text-navy hover:underline"
              >
                {label}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="prose">{children}</div>
    </div>
  );
}

type LegalPartProps = { id: string; name?: string | undefined; heading: string; children: ReactNode };

export function LegalPart({ id, name, heading, children }: LegalPartProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-28 border-t border-line pt-8 first:border-0 first:pt-0 not-first:mt-9 [&>*+*]:mt-4 [&>h2]:mt-0"
    >
      <h2 id={`${id}-title`}>
        {name ? <span className="eyebrow mb-2 block text-sea-ink">{name}</span> : null} {heading}
      </h2>
      {children}
    </section>
  );
}

export function LegalBody({ paragraphs, list = [] }: Omit<TextPart, "heading">) {
  return (
    <>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {list.length > 0 ? (
        <ul>
          {list.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

export function TermsParts({ parts }: { parts: Readonly<Record<string, TextPart>> }) {
  return Object.entries(parts)
    .filter(([, { heading }]) => heading !== "")
    .map(([id, part]) => (
      <section key={id} className="[&>*+*]:mt-3">
        <h3>{part.heading}</h3>
        <LegalBody {...part} />
      </section>
    ));
}

import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { titled } from "~/content/seo/head";
import { counted } from "~/core/counted";
import { Card } from "~/ui/card";
import type { ExtraProps } from "./extra-props";

const shown = z.object({
  path: z.string(),
  siteName: z.string(),
  picture: z.string(),
  instead: z.object({ title: z.string(), description: z.string() }),
  facts: z.array(z.object({ chip: z.string(), value: z.string() })),
});

/** Search engines may truncate longer ones. In characters. */
const longest = { title: 60, description: 160 };
type PreviewTexts = Record<"title" | "description" | "og_title" | "og_description" | "og_image", string>;

const inputOf = (view: ExtraProps["view"], name: string): string =>
  view.groups.flatMap(({ fields }) => fields).find((field) => field.name === name)?.boxes[0] ?? "";

/** The page as a search result and as a shared link: updated while typing; without JavaScript as last saved. */
export function SearchPreview({ data, view }: ExtraProps) {
  const root = useRef<HTMLDivElement>(null);
  const [texts, setTexts] = useState<PreviewTexts>(() => ({
    ...{ title: inputOf(view, "title"), description: inputOf(view, "description") },
    ...{ og_title: inputOf(view, "og_title"), og_description: inputOf(view, "og_description") },
    og_image: inputOf(view, "picture") || inputOf(view, "og_image"),
  }));
  useEffect(() => {
    const form = root.current?.closest("form");
    const read = () => {
      if (!form) return;
      const sent = new FormData(form);
      const of = (name: string) => String(sent.get(`f.${name}`) ?? "").trim();
      setTexts({
        ...{ title: of("title"), description: of("description") },
        ...{
          og_title: of("og_title"),
          og_description: of("og_description"),
          og_image: of("picture") || of("og_image"),
        },
      });
    };
    read();
    form?.addEventListener("input", read);
    return () => form?.removeEventListener("input", read);
  }, []);
  const page = shown.safeParse(data);
  if (!page.success) return null;
  const { path, siteName, picture, instead, facts } = page.data;
  const withFacts = (text: string) => facts.reduce((text, { chip, value }) => text.replaceAll(chip, value), text);
  const title = titled(withFacts(texts.title || instead.title), siteName);
  const isOurs = /^\/(?!\/)/.test(texts.og_image);
  const description = withFacts(texts.description || instead.description);
  return (
    <div ref={root}>
      <Card role="group" aria-labelledby="search-preview" className={view.mayChange ? "" : "mt-4"}>
        <h2 id="search-preview" className="text-xl">
          How it appears in search and when shared
        </h2>
        {view.isPublic ? null : (
          <p className="mt-1 text-stone">
            Nothing is set for this page. It uses: <strong>{instead.title}</strong>. {instead.description}
          </p>
        )}
        <div className="mt-4 grid gap-6 lg:grid-cols-2">
          <section aria-label="As a search result" className="min-w-0">
            <h3 className="font-sans text-sm font-semibold tracking-normal">As a search result</h3>
            <div className="mt-1.5 rounded-lg border border-line bg-white p-4 [overflow-wrap:anywhere]">
              <p className="text-xs text-stone">{`${siteName} › ${path}`}</p>
              <p className="mt-0.5 text-lg leading-snug text-sea-ink">{title}</p>
              <p className="mt-1 text-sm text-stone">{description}</p>
            </div>
            <div className="mt-2 grid gap-1 text-sm" aria-live="polite">
              <Length label="Title" text={title} most={longest.title} />
              <Length label="Description" text={description} most={longest.description} />
            </div>
          </section>
          <section aria-label="As a shared link" className="min-w-0">
            <h3 className="font-sans text-sm font-semibold tracking-normal">As a shared link</h3>
            <div className="mt-1.5 overflow-hidden rounded-lg border border-line bg-white [overflow-wrap:anywhere]">
              <img
                src={isOurs ? texts.og_image : picture}
                alt=""
                width={1200}
                height={630}
                loading="lazy"
                className="aspect-[1200/630] w-full bg-mist object-cover"
              />
              {texts.og_image && !isOurs ? (
                <p className="border-b border-line px-4 py-2 text-xs text-stone">
                  The picture at {texts.og_image} appears here. It isn’t loaded in this preview.
                </p>
              ) : null}
              <div className="p-4">
                <p className="font-semibold leading-snug">{texts.og_title ? withFacts(texts.og_title) : title}</p>
                <p className="mt-1 text-sm text-stone">
                  {texts.og_description ? withFacts(texts.og_description) : description}
                </p>
              </div>
            </div>
          </section>
        </div>
      </Card>
    </div>
  );
}

function Length({ label, text, most }: { label: string; text: string; most: number }) {
  const { length } = [...text];
  return (
    <p className="tabular-nums">
      {label}: {counted(length, "character")}.{" "}
      {length > most ? <strong className="font-semibold">Search engines may cut this off.</strong> : null}
    </p>
  );
}

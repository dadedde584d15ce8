import { z } from "zod";
import type { Json } from "~/db/schema/content";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import type { EditorView } from "../read-editor.server";

type ExtraProps = { data: Json; view: EditorView };

const stepsData = z.object({
  of: z.enum(["service", "country"]),
  source: z.enum(["own", "country", "standard"]),
  drafts: z.string(),
  documents: z.string().nullable(),
});

const sources = {
  own: (of: string) => `These are the ${of}’s own steps.`,
  country: () => "These are the country’s steps: a change of the country’s changes them too.",
  standard: () => "These are the standard eight steps.",
};

/** Where the steps come from, what running drafts do with those below, and the documents of the service. */
export function StepsExtra({ data, view: { mayChange } }: ExtraProps) {
  const { of, source, drafts, documents } = stepsData.parse(data);
  const others = of === "service" ? "Use the country’s" : "Use the standard eight";
  return (
    <Card role="group" aria-labelledby="whose-steps">
      <h2 id="whose-steps" className="text-xl">
        Whose steps these are
      </h2>
      <p className="mt-1">{sources[source](of)}</p>
      {mayChange && source !== "own" ? (
        <p className="mt-3">
          <Button type="submit" name="intent" value="act.own" variant="outline">
            Make its own
          </Button>
        </p>
      ) : null}
      {mayChange && source === "own" ? (
        <details className="mt-3">
          <summary className="w-fit cursor-pointer rounded-xs py-1 font-semibold text-sea-ink">{others}</summary>
          <div className="mt-2 rounded-lg bg-mist p-4 ring-1 ring-line">
            <p>
              Remove the {of}’s own steps at once? Their order, titles and texts count no more; the history keeps them.
            </p>
            <Button type="submit" name="intent" value="act.back" variant="danger" size="sm" className="mt-3">
              Yes, {others.toLowerCase()}
            </Button>
          </div>
        </details>
      ) : null}
      <h3 className="mt-5 font-sans text-base font-semibold tracking-normal">Running drafts</h3>
      <p className="mt-1">{drafts}</p>
      {mayChange ? (
        <p className="mt-3">
          <Button type="submit" name="intent" value="act.drafts" variant="outline" size="sm">
            Count again with what is typed
          </Button>
        </p>
      ) : null}
      {documents ? (
        <p className="mt-5">
          <ButtonLink to={documents} variant="outline" size="sm">
            Documents of the service
          </ButtonLink>
        </p>
      ) : null}
    </Card>
  );
}

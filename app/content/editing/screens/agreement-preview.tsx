import { z } from "zod";
import { AgreementText } from "~/content/agreements/agreement-text";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import type { ExtraProps } from "./extra-props";

const shown = z.object({
  title: z.string(),
  blocks: z.array(z.union([z.object({ heading: z.string() }), z.object({ paragraphs: z.array(z.string()) })])),
  isTyped: z.boolean(),
});

/** The agreement with the facts of an invented case. */
export function AgreementPreview({ data, view }: ExtraProps) {
  const read = shown.safeParse(data);
  if (!read.success) return null;
  const { isTyped, ...text } = read.data;
  const isEmpty = text.title === "" && text.blocks.length === 0;
  const source = isTyped
    ? "on this screen, which isn’t saved yet"
    : view.isPublic && !view.draft
      ? "that applicants are offered now"
      : `of version ${view.draft?.number ?? view.base}`;
  return (
    <Card role="group" aria-labelledby="agreement-preview" className={view.mayChange ? "" : "mt-4"}>
      <h2 id="agreement-preview" className="text-xl">
        Preview
      </h2>
      <p className="mt-1 text-stone">
        {isEmpty ? (
          "The agreement will be here, with the facts of an example."
        ) : (
          <>
            With the facts of an example, using the text <strong>{source}</strong>.
          </>
        )}
      </p>
      {view.mayChange ? (
        <p className="mt-3">
          <Button type="submit" name="intent" value="act.look" data-saves="no" variant="outline">
            Preview my changes
          </Button>
        </p>
      ) : null}
      {isEmpty ? null : (
        <AgreementText text={text} level={3} className="mt-5 rounded-lg border border-line bg-mist p-4 sm:p-6" />
      )}
    </Card>
  );
}

import { z } from "zod";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { ConfirmStep } from "./confirm-step";
import type { ExtraProps } from "./extra-props";

const stepsData = z.object({
  of: z.enum(["service", "country"]),
  source: z.enum(["own", "country", "standard"]),
  drafts: z.string(),
  documents: z.string().nullable(),
});

const sources = {
  own: (of: string) => `This ${of} has its own steps.`,
  country: () => "This service uses the country’s steps. If you change those, they change here too.",
  standard: () => "These are the standard eight steps.",
};

/** The origin of the steps, their effect on running drafts, and the documents of the service. */
export function StepsExtra({ data, view: { mayChange, scheduled }, asked }: ExtraProps) {
  const { of, source, drafts, documents } = stepsData.parse(data);
  return (
    <Card role="group" aria-labelledby="whose-steps">
      <h2 id="whose-steps" className="text-xl">
        Where these steps come from
      </h2>
      <p className="mt-1">{sources[source](of)}</p>
      {mayChange && source !== "own" ? (
        <p className="mt-3">
          <Button type="submit" name="intent" value="act.own" data-saves="no" variant="outline">
            Make its own
          </Button>
        </p>
      ) : null}
      {mayChange && source === "own" && asked !== "act.back" ? <GiveBack of={of} /> : null}
      {mayChange && source === "own" && asked === "act.back" ? <ConfirmGiveBack of={of} scheduled={scheduled} /> : null}
      <h3 className="mt-5 font-sans text-base font-semibold tracking-normal">Running drafts</h3>
      <p className="mt-1">{drafts}</p>
      {mayChange ? (
        <p className="mt-3">
          <Button type="submit" name="intent" value="act.drafts" data-saves="no" variant="outline" size="sm">
            Recount with my changes
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

type OwnerKind = { of: "service" | "country" };
const othersLabel = ({ of }: OwnerKind): string => (of === "service" ? "Use the country’s" : "Use the standard eight");

/** The reset to the steps of the country, or the standard eight. */
const GiveBack = (owner: OwnerKind) => (
  <p className="mt-3">
    <Button type="submit" name="intent" value="act.back" data-saves="no" variant="outline">
      {othersLabel(owner)}
    </Button>
  </p>
);

/** Takes effect at once, so it needs a confirmation. */
const ConfirmGiveBack = ({ scheduled, ...owner }: OwnerKind & Pick<ExtraProps["view"], "scheduled">) => (
  <ConfirmStep
    intent="act.back"
    title={`Remove this ${owner.of}’s own steps now?`}
    yes={`Yes, ${othersLabel(owner).toLowerCase()}`}
    no="Keep own steps"
    scheduled={scheduled}
    staysInPlace
    className="mt-3"
  >
    Their order, titles and texts are no longer used, but stay in the history.
  </ConfirmStep>
);

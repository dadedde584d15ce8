import { Form } from "react-router";
import { nameOf, personPath } from "~/people/person-link";
import { Button, ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import type { Pair, Side } from "./list.server";
import { recordsOf } from "./records-of";

const sameWords = { email: "email", passport: "passport number", phone: "phone" } as const;

/** `Same email`, `Same email and phone` */
export const sameAs = (same: Pair["same"]): string => `Same ${same.map((reason) => sameWords[reason]).join(" and ")}`;

/** Two possible duplicates side by side, with the actions. */
export function PairCard({ pair: { one, other, same }, back }: { pair: Pair; back: "list" | "person" }) {
  return (
    <section
      aria-label={`${nameOf(one)} and ${nameOf(other)}`}
      className="rounded-xl bg-white p-4 shadow-xs ring-1 ring-line sm:p-5"
    >
      <p className="text-xs font-semibold text-stone">{sameAs(same)}</p>
      <div className="mt-2 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {[one, other].map((side) => (
          <PersonSide key={side.id} side={side} isHere={back === "person" && side === one} />
        ))}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <JoinLink one={one} other={other} />
        <Form method="post" action={personPath(one.id)} preventScrollReset>
          <input type="hidden" name="intent" value="different" />
          <input type="hidden" name="other" value={other.id} />
          <input type="hidden" name="back" value={back} />
          <Button type="submit" variant="outline" size="sm">
            Not the same person
          </Button>
        </Form>
      </div>
    </section>
  );
}

/** Links to the confirmation of a merge. */
export function JoinLink({
  one,
  other,
  variant,
}: {
  one: Pick<Side, "id" | "name">;
  other: Pick<Side, "id" | "name">;
  variant?: "outline";
}) {
  const question = `${personPath(one.id)}?${new URLSearchParams({ ask: "join", other: other.id })}`;
  return (
    <ButtonLink to={question} size="sm" variant={variant} preventScrollReset>
      Join
      <span className="sr-only">
        {" "}
        {nameOf(one)} and {nameOf(other)}
      </span>
    </ButtonLink>
  );
}

function PersonSide({ side, isHere }: { side: Side; isHere: boolean }) {
  const { name, emails, phones } = side;
  return (
    <div className="min-w-0">
      <p className="font-semibold [overflow-wrap:anywhere]">
        {isHere ? nameOf({ name }) : <TextLink to={personPath(side.id)}>{nameOf({ name })}</TextLink>}
      </p>
      <ul className="mt-1 text-stone [overflow-wrap:anywhere]">
        {[...emails, ...phones].map((text) => (
          <li key={text}>{text}</li>
        ))}
        <li className="tabular-nums">{recordsOf(side)}</li>
      </ul>
    </div>
  );
}

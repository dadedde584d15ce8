import { type ComponentProps, type ReactNode, useId } from "react";
import { ring, seededRandom } from "~/ui/brand/guilloche-paths";
import { classNames } from "~/ui/class-names";

export type TicketCardProps = ComponentProps<"article"> & {
  /** The tear-off part: price, days, a link. */
  stub: ReactNode;
  /** Engraves a seal of this seed into the corner. */
  seed?: string | undefined;
};

/**
 * A ticket: body and stub with a perforated edge between them. The notches are a mask, so that any ground shows
 * through. Grows to its row's height; the stub stays at the bottom.
 */
export function TicketCard({ stub, seed, className, children, ...rest }: TicketCardProps) {
  return (
    <article {...rest} className={classNames("ticket", className)}>
      <div className={"ticket-body bg-sand"}>
        {seed ? (
          <span aria-hidden className="ticket-seal">
            <Seal seed={seed} />
          </span>
        ) : null}
        {children}
      </div>
      <div className={"ticket-stub bg-sand"}>{stub}</div>
    </article>
  );
}

/** An engraved seal, unique to its seed: one line and its turned copies, small enough for each card of a list. */
function Seal({ seed }: { seed: string }) {
  const id = useId();
  const random = seededRandom(`seal ${seed}`);
  const turns = 3 + Math.floor(random() * 3);
  // One more than a multiple of the turns: the line closes only after all of them, and weaves.
  const lobes = turns * (2 + Math.floor(random() * 3)) + 1;
  const path = ring({ radius: 58 + random() * 8, swing: 26 + random() * 8, lobes, turns });
  const step = 360 / lobes;
  return (
    <svg aria-hidden="true" viewBox="-102 -102 204 204" fill="none" stroke="currentColor">
      <path id={id} d={path} vectorEffect="non-scaling-stroke" />
      {[1, 2, 3, 4].map((copy) => (
        <use key={copy} href={`#${id}`} transform={`rotate(${((step * copy) / 5).toFixed(2)})`} />
      ))}
    </svg>
  );
}

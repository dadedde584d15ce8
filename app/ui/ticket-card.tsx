import type { ComponentProps, ReactNode } from "react";
import { Seal } from "~/ui/brand/seal";
import { classNames } from "~/ui/class-names";

export type TicketCardProps = ComponentProps<"article"> & {
  /** The content of the part that is torn off: price, days, a link. */
  stub: ReactNode;
  ground?: "sand" | "white" | undefined;
  /** Engraves a seal of this seed into the corner. */
  seed?: string | undefined;
};

/**
 * A ticket: body and stub with a perforated edge between them. The notches are cut out with a mask, so that the
 * page's own ground shows through, whatever it is. Grows to its row's height; the stub stays at the bottom.
 */
export function TicketCard({ stub, ground = "sand", seed, className, children, ...rest }: TicketCardProps) {
  const paper = ground === "sand" ? "bg-sand" : "bg-white";
  return (
    <article {...rest} className={classNames("ticket", className)}>
      <div className={classNames("ticket-body", paper)}>
        {seed ? (
          <span aria-hidden className="ticket-seal">
            <Seal seed={seed} />
          </span>
        ) : null}
        {children}
      </div>
      <div className={classNames("ticket-stub", paper)}>{stub}</div>
    </article>
  );
}

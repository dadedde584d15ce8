import type { ComponentProps, ReactNode } from "react";
import { Seal } from "~/ui/brand/seal";
import { classNames } from "~/ui/class-names";

export type TicketCardProps = ComponentProps<"article"> & {
  /** The tear-off part: price, days, a link. */
  stub: ReactNode;
  ground?: "sand" | "white" | undefined;
  /** Engraves a seal of this seed into the corner. */
  seed?: string | undefined;
};

/**
 * A ticket: body and stub with a perforated edge between them. The notches are a mask, so that any ground shows
 * through. Grows to its row's height; the stub stays at the bottom.
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

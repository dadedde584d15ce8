import type { ComponentProps, ReactNode } from "react";
import { Seal } from "~/ui/brand/seal";
import { classNames } from "~/ui/class-names";

export type CardProps = ComponentProps<"div"> & {
  ground?: "white" | "sand" | "foam" | "navy" | undefined;
  padding?: "none" | "sm" | "md" | "lg" | undefined;
};

const grounds = {
  white: "border border-line bg-white",
  sand: "bg-sand",
  foam: "bg-foam",
  navy: "on-dark bg-navy [&_:is(h1,h2,h3)]:text-white",
};
const paddings = { none: "", sm: "p-4", md: "p-5 sm:p-6", lg: "p-6 sm:p-9" };

export function Card({ ground = "white", padding = "md", className, ...rest }: CardProps) {
  return <div {...rest} className={classNames("min-w-0 rounded-2xl", grounds[ground], paddings[padding], className)} />;
}

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

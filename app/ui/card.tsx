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
    <article
      {...rest}
      className={classNames(
        "group/ticket relative flex min-w-0 flex-col transition-[filter] duration-200 hover:drop-shadow-[0_8px_16px_rgb(6_48_63/0.12)]",
        className,
      )}
    >
      <div className={classNames("ticket-body flex-1 p-6 sm:p-7", paper)}>
        {seed ? (
          <span aria-hidden className="absolute top-0 right-0 -z-10 block size-28 overflow-hidden">
            <Seal seed={seed} className="absolute bottom-0 left-0 size-40 text-gold-deep/35" />
          </span>
        ) : null}
        {children}
      </div>
      <div className={classNames("ticket-stub relative px-6 py-5 sm:px-7", paper)}>
        <span
          aria-hidden
          className="absolute inset-x-4 top-0 h-[3px] -translate-y-1/2 bg-[radial-gradient(circle,#d9cdb6_1.25px,#0000_1.5px)] bg-[length:7px_3px] [background-repeat:round_no-repeat]"
        />
        {stub}
      </div>
    </article>
  );
}

import type { ComponentProps } from "react";
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

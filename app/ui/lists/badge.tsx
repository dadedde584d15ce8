import type { ComponentProps, ReactNode } from "react";
import { classNames } from "~/ui/class-names";

export type BadgeTone = "gray" | "blue" | "yellow" | "orange" | "green" | "red" | "purple" | "teal" | "sand";

/**
 * Ink and ground of each tone, at least 4.5:1. The hex values are for mails and drawings, where no style sheet reaches;
 * the class says the same for the page. Change both together.
 */
export const badgeTones: Record<BadgeTone, { ink: string; ground: string; className: string }> = {
  gray: { ink: "#4a585c", ground: "#eaeeee", className: "bg-[#eaeeee] text-[#4a585c]" },
  blue: { ink: "#1b5a8a", ground: "#e0eefa", className: "bg-[#e0eefa] text-[#1b5a8a]" },
  yellow: { ink: "#725300", ground: "#fcefc4", className: "bg-[#fcefc4] text-[#725300]" },
  orange: { ink: "#9a3f10", ground: "#fde6d8", className: "bg-[#fde6d8] text-[#9a3f10]" },
  green: { ink: "#1a6b43", ground: "#dcf2e5", className: "bg-[#dcf2e5] text-[#1a6b43]" },
  red: { ink: "#a12c22", ground: "#fbe3e0", className: "bg-[#fbe3e0] text-[#a12c22]" },
  purple: { ink: "#5b3a96", ground: "#ece4f9", className: "bg-[#ece4f9] text-[#5b3a96]" },
  teal: { ink: "#0b626b", ground: "#d9f0ee", className: "bg-[#d9f0ee] text-[#0b626b]" },
  sand: { ink: "#6b5630", ground: "#f0e6d2", className: "bg-[#f0e6d2] text-[#6b5630]" },
};

export type BadgeProps = ComponentProps<"span"> & { tone?: BadgeTone | undefined; icon?: ReactNode };

export function Badge({ tone = "gray", icon, className, children, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={classNames(
        "inline-flex w-fit items-center gap-1 whitespace-nowrap cramped:whitespace-normal rounded-sm px-2 py-0.5 text-xs font-semibold leading-[1.54] print:border [&_svg]:size-3.5",
        badgeTones[tone].className,
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}

const dot = "size-2 shrink-0 rounded-full border-2 border-[#a08c5f]";

/** What marks sample people everywhere: a quiet ring, which nobody takes for a warning. */
export const SampleDot = () => <span aria-hidden className={dot} />;

/** Marks records of sample people, with the word where there is room; `short` in tables, where it is in every row. */
export function SampleMark({ className, short }: { className?: string | undefined; short?: boolean }) {
  if (short)
    return (
      <span title="Sample" className={classNames(dot, className)}>
        <span className="sr-only">Sample</span>
      </span>
    );
  return (
    <span className={classNames("inline-flex w-fit items-center gap-1.5 text-xs font-normal text-stone", className)}>
      <SampleDot />
      Sample
    </span>
  );
}

import { classNames } from "~/ui/class-names";

export type ProgressProps = {
  value: number;
  max?: number | undefined;
  /** For screen readers. */
  label: string;
  /** Read instead of the percentage: "Step 2 of 8". */
  text?: string | undefined;
  size?: "sm" | "md" | undefined;
  tone?: "sea" | "gold" | "success" | undefined;
  className?: string | undefined;
};

const fills = { sea: "text-sea", gold: "text-gold-deep", success: "text-success" };

/** SVG instead of a style attribute, which would need a weaker content security policy. */
export function Progress({ value, max = 100, label, text, size = "md", tone = "sea", className }: ProgressProps) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(max, Math.max(0, value))}
      aria-valuetext={text}
      className={classNames("overflow-hidden rounded-full bg-[#dfe7e6]", size === "sm" ? "h-1.5" : "h-2", className)}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        className={classNames("block h-full w-full", fills[tone])}
      >
        <rect width={Math.round(part * 1000) / 10} height="1" fill="currentColor" />
      </svg>
    </div>
  );
}

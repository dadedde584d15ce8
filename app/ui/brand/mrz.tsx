import { classNames } from "~/ui/class-names";

export type MrzProps = {
  /** Spaces become fillers, letters capitals. */
  children: string;
  /** Fills up to the edge with `<`; a real passport line has 44 characters. */
  length?: number | undefined;
  className?: string | undefined;
};

/** A machine-readable line, as at the foot of a passport's page. Decorative: never the only place of a fact. */
export function Mrz({ children, length = 120, className }: MrzProps) {
  const text = children.toUpperCase().replace(/[^A-Z0-9<]/g, "<");
  return (
    <div
      aria-hidden="true"
      className={classNames("select-none overflow-hidden font-mono text-xs leading-none tracking-[0.28em]", className)}
    >
      {/* As many whole characters as fit, each with the space after it. */}
      <span className="block w-[round(down,100%,calc(1ch+0.28em))] overflow-hidden whitespace-nowrap">
        {text.padEnd(length, "<")}
      </span>
    </div>
  );
}

import { classNames } from "~/ui/class-names";

export type FlagProps = {
  /** ISO 3166-1 alpha-2, in any case. */
  code: string;
  /** For screen readers; leave it out next to the country's name. */
  label?: string | undefined;
  className?: string | undefined;
};

/** The flag in `/flags/{code}.svg`, copied there by `scripts/flags.mjs`; nothing for a malformed code. */
export function Flag({ code, label, className }: FlagProps) {
  if (!/^[a-z]{2}$/i.test(code)) return null;
  return (
    <img
      src={`/flags/${code.toLowerCase()}.svg`}
      alt={label ?? ""}
      width={24}
      height={16}
      loading="lazy"
      decoding="async"
      className={classNames("flag", className)}
    />
  );
}

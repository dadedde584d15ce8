import { classNames } from "~/ui/class-names";

export type FlagProps = {
  /** ISO 3166-1 alpha-2, in any case. */
  code: string;
  /** Said aloud; leave it out where the country's name stands beside the flag. */
  label?: string | undefined;
  className?: string | undefined;
};

/** A flag as a small static file, `/flags/bs.svg`; the files are copied by `scripts/flags.mjs`. */
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

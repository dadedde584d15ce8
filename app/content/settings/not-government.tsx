import { classNames } from "~/ui/class-names";

/** Who we are not: nobody shall take us for an authority (L-LOOK-1). */
export function NotGovernment({ siteName, className }: { siteName: string; className?: string }) {
  return (
    <p className={classNames("text-sm text-stone in-[.on-dark]:text-foam", className)}>
      {siteName} is a private consultancy and not a government agency.
    </p>
  );
}

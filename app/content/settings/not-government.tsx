import { classNames } from "~/ui/class-names";

/** States that we aren't the government, so that nobody mistakes us for an authority (L-LOOK-1). */
export function NotGovernment({ siteName, className }: { siteName: string; className?: string }) {
  return (
    <p className={classNames("text-sm text-stone in-[.on-dark]:text-foam", className)}>
      {siteName} is a private consultancy and not a government agency.
    </p>
  );
}

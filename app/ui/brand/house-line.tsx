import { telephoneLink } from "~/core/phones/phone-link";
import { BrandMark } from "~/ui/brand/guilloche";
import { classNames } from "~/ui/class-names";
import { PageLink } from "~/ui/page-link";

type HouseLineProps = {
  /** The office's number; absent where the page doesn't know it. */
  phone?: string | undefined;
  /** The width of the page below. */
  className: string;
};

/** Above an application: whose page this is, a way to get help, and the number to call. */
export function HouseLine({ phone, className }: HouseLineProps) {
  const link = "inline-flex min-h-11 items-center rounded-xs font-medium hover:underline hover:underline-offset-4";
  return (
    <div className="no-print on-dark bg-navy text-white">
      <div className={classNames("page flex min-h-12 flex-wrap items-center gap-x-4 text-sm sm:gap-x-6", className)}>
        <PageLink to="/" aria-label="Lucaya, home page" className="inline-flex min-h-11 items-center gap-2 rounded-xs">
          <BrandMark className="size-7 max-[22rem]:hidden" />
          <span className="font-display text-lg font-semibold">Lucaya</span>
        </PageLink>
        {/* In a tab of its own: here somebody is writing. */}
        <a href="/contact" target="_blank" rel="noopener" className={classNames(link, "ml-auto")}>
          Help<span className="sr-only"> (opens a new tab)</span>
        </a>
        {phone ? (
          <a href={telephoneLink(phone)} className={classNames(link, "whitespace-nowrap tabular-nums")}>
            {phone}
          </a>
        ) : null}
      </div>
    </div>
  );
}

import { checkPath } from "~/content/rules/check-path";
import { PageLink } from "~/ui/page-link";

/** Leads to `Do I need a visa?`; `to`: the code of the destination to choose there. */
export function CheckLink({ to }: { to?: string | undefined }) {
  return (
    <p className="mt-5">
      <PageLink
        to={to ? `${checkPath}?to=${to}` : checkPath}
        className="inline-flex min-h-6 items-center font-semibold text-sea-ink underline underline-offset-4"
      >
        {to ? "Do I need a visa? Check your passport" : "Do I need a visa? Check your passport first"}
      </PageLink>
    </p>
  );
}

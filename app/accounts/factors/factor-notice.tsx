import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { setUpPath } from "~/core/paths";
import { calendarDate, calendarLongDate } from "~/core/time";
import { fewCodes, formatCodesLeft } from "~/mail/templates/account/codes-left";
import { TextLink } from "~/ui/link";
import type { FactorNoticeProps } from "./notice.server";

/** Whether there is something to say: a second factor must be set up, or few codes are left. */
export const hasFactorNotice = ({ due, codesLeft }: FactorNoticeProps) =>
  due !== null || (codesLeft !== null && codesLeft <= fewCodes);

/** Part of the line above every page of the desk: on a phone the link says it all. */
export function FactorNotice({ due, codesLeft }: FactorNoticeProps) {
  if (due)
    return (
      <Line
        to={setUpPath}
        action="Set it up"
        short={`Second factor by ${calendarDate(due).replace(/, \d{4}$/, "")}`}
        more=" After that only the set-up page opens."
      >
        Set up a second factor by {calendarLongDate(due)}.
      </Line>
    );
  if (codesLeft === null || codesLeft > fewCodes) return null;
  return (
    <Line to="/admin/account#recovery" action="Recovery codes" short="Few recovery codes" more="">
      {formatCodesLeft(codesLeft)} Make new ones.
    </Line>
  );
}

type LineProps = { to: string; action: string; short: string; more: string; children: ReactNode };

function Line({ to, action, short, more, children }: LineProps) {
  return (
    <p className="ml-auto flex min-w-0 items-center gap-2 whitespace-nowrap">
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning max-sm:hidden" />
      <span className="font-semibold max-md:sr-only">
        {children}
        <span className="font-normal max-xl:sr-only">{more}</span>
      </span>
      <TextLink to={to} className="inline-flex min-h-6 items-center">
        <span className="max-md:hidden">{action}</span>
        <span className="md:hidden">{short}</span>
      </TextLink>
    </p>
  );
}

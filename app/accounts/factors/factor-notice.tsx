import { setUpPath } from "~/core/paths";
import { calendarLongDate } from "~/core/time";
import { fewCodes, formatCodesLeft } from "~/mail/templates/account/codes-left";
import { TextLink } from "~/ui/link";
import { Banner } from "~/ui/notices/banner";
import type { FactorNoticeProps } from "./notice.server";

/** Shown on every page of the desk: a second factor must be set up, or few codes are left. */
export function FactorNotice({ due, codesLeft }: FactorNoticeProps) {
  if (due)
    return (
      <Banner
        tone="warning"
        title={`Set up a second factor by ${calendarLongDate(due)}. After that only the set-up page opens.`}
        action={<TextLink to={setUpPath}>Set it up</TextLink>}
        className="mb-6"
      />
    );
  if (codesLeft === null || codesLeft > fewCodes) return null;
  return (
    <Banner
      tone="warning"
      title={`${formatCodesLeft(codesLeft)} Make new ones.`}
      action={<TextLink to="/admin/account#recovery">Recovery codes</TextLink>}
      className="mb-6"
    />
  );
}

import { CalendarPlus } from "lucide-react";
import { Entry, Records } from "~/cases/case-data/records";
import { calendarLongDate, nassauDay } from "~/core/time";
import { keyDateLabel } from "~/key-dates/key-date";
import { KeyDateDetails } from "~/key-dates/key-date-details";
import { KeepOrRemove, type KeyDateNames, Press } from "~/key-dates/key-date-forms";
import type { DeskKeyDate } from "~/key-dates/key-dates-of.server";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";

export const keyDateNames: KeyDateNames = { keyDate: "keyDate", revision: "seen", intent: (change) => change };
/** A change by one button is mailed. */
export const mailed = { mails: "yes" };

type Props = {
  application: { id: string; status: string };
  keyDates: readonly DeskKeyDate[];
  /** By the answers in force. */
  passportExpires: string | null;
  attempt: string;
};

/** The key dates of a case at the desk; a separate page records and changes them. */
export function CaseKeyDates({ application: { id, status }, keyDates, passportExpires, attempt }: Props) {
  const today = nassauDay();
  const page = `/admin/applications/${id}/key-dates`;
  const press = { names: keyDateNames, action: page, attempt };
  const isApproved = status === "approved";
  const offersPassport = isApproved && passportExpires !== null && keyDates.every(({ kind }) => kind !== "passport");
  return (
    <div id="key-dates">
      <Records
        id="key-dates-title"
        title="Expirations and deadlines"
        empty="None yet."
        count={keyDates.length}
        note={
          isApproved ? (
            <div className="mt-2 grid justify-items-start gap-2">
              {offersPassport ? (
                <div className="rounded-lg border border-line bg-sand px-3.5 py-2.5">
                  <p className="mb-2">The passport expires on {calendarLongDate(passportExpires)} (from the answers)</p>
                  <Press {...press} intent="add" values={{ ...mailed, kind: "passport", endsOn: passportExpires }}>
                    Record this date
                  </Press>
                </div>
              ) : null}
              <ButtonLink to={`${page}?add=yes`} variant="outline" size="sm" before={<CalendarPlus aria-hidden />}>
                Add a key date
              </ButtonLink>
            </div>
          ) : null
        }
      >
        {keyDates.map((keyDate) => (
          <Entry key={keyDate.id}>
            <KeyDateDetails keyDate={keyDate} today={today} />
            {isApproved && keyDate.suspendedAt === null ? (
              <TextLink to={`${page}#key-date-${keyDate.id}`} className="mt-1 inline-flex min-h-6 items-center text-xs">
                Change or settle<span className="sr-only">: {keyDateLabel(keyDate)}</span>
              </TextLink>
            ) : null}
            {isApproved && keyDate.suspendedAt !== null ? (
              <div className="mt-2">
                <KeepOrRemove {...press} values={mailed} keyDate={keyDate} />
              </div>
            ) : null}
          </Entry>
        ))}
      </Records>
    </div>
  );
}

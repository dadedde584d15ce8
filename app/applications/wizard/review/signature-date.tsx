import { calendarLongDate } from "~/core/time";

/** Today in Nassau, read-only. */
export function SignatureDate({ day }: { day: string }) {
  return (
    <div className="mt-6">
      <label htmlFor="signatureDate" className="block font-semibold">
        Signature date
      </label>
      <input
        id="signatureDate"
        name="signatureDate"
        readOnly
        value={calendarLongDate(day)}
        className="control mt-2 sm:max-w-72"
      />
    </div>
  );
}

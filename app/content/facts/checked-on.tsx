import { type Checked, checkedOf } from "~/content/settings/facts";
import { calendarLongDate } from "~/ground/time";

const link = "font-medium text-sea-ink underline underline-offset-4";

type Stated = { namesRules: boolean; checkedOn: string | null; officialSource: string | null };

/** Under a text that names a fee, a threshold or a rule of a government: when staff checked it (L-FACT-18). */
export function RulesChecked({ namesRules, checkedOn, officialSource }: Stated) {
  if (!namesRules) return null;
  const checked = checkedOf(checkedOn, officialSource);
  if (checked) return <CheckedOn checked={checked} />;
  return (
    <span className="mt-3 block text-sm text-stone">
      {checkedOn ? `Checked on ${calendarLongDate(checkedOn)}` : "Please check the official source before you pay"}
    </span>
  );
}

/** `Checked on October 1, 2026 (official source)`, where staff have checked it; `before` begins another sentence. */
export function CheckedOn({ checked, before = "Checked on" }: { checked: NonNullable<Checked>; before?: string }) {
  return (
    <span className="mt-1 block text-sm text-stone">
      {before} <time dateTime={checked.on}>{calendarLongDate(checked.on)}</time> (
      <a href={checked.source} rel="noopener" className={link}>
        official source
      </a>
      )
    </span>
  );
}

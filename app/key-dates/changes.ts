import { type Change, changed, changedUnseen } from "~/core/activity-log/changes";
import { describeDay, type KeyDate, keyDateName } from "./key-date";

const yesOrNo = ({ isRemindedAnyway }: KeyDate) => (isRemindedAnyway ? "yes" : "no");

/** What the activity log says of a correction, such as `Passport: expires March 1, 2027 → expires March 1, 2028`. */
export function changesOf(before: KeyDate, after: KeyDate): Change[] {
  const [was, name] = [keyDateName(before), keyDateName(after)];
  return [
    ...(was === name
      ? changed(name, describeDay(before), describeDay(after))
      : changed("Key date", `${was}, ${describeDay(before)}`, `${name}, ${describeDay(after)}`)),
    ...changed("Valid from", before.validFrom, after.validFrom),
    ...(before.note === after.note ? [] : [changedUnseen("Note")]),
    ...changed("Reminders of a short visa", yesOrNo(before), yesOrNo(after)),
  ];
}

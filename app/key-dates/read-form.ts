import { stripInvalidCharacters } from "~/core/text-input";
import type { KeyDateInput } from "./key-date";

export function readKeyDateForm(form: Pick<FormData, "get">): KeyDateInput {
  const text = (name: string) => stripInvalidCharacters(String(form.get(name) ?? ""));
  return {
    ...{ kind: text("kind"), name: text("name"), validFrom: text("validFrom"), endsOn: text("endsOn") },
    ...{ noExpiration: form.get("noExpiration") === "yes", note: text("note") },
    isRemindedAnyway: form.get("isRemindedAnyway") === "yes",
  };
}

import { stripInvalidCharacters } from "~/core/text-input";
import type { KeyDateInput } from "./key-date";

/** `prefix` begins the names of the fields, where a form has several key dates. */
export function readKeyDateForm(form: Pick<FormData, "get">, prefix = ""): KeyDateInput {
  const text = (name: string) => stripInvalidCharacters(String(form.get(prefix + name) ?? ""));
  return {
    ...{ kind: text("kind"), name: text("name"), validFrom: text("validFrom"), endsOn: text("endsOn") },
    ...{ noExpiration: form.get(`${prefix}noExpiration`) === "yes", note: text("note") },
    isRemindedAnyway: form.get(`${prefix}isRemindedAnyway`) === "yes",
  };
}

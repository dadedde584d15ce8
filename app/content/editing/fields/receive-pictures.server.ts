import type { StaffContext } from "~/accounts/staff.server";
import { storePicture } from "~/content/pictures/store-picture.server";
import { refuse } from "~/core/verbs/refused";
import { isChosen } from "~/documents/file-rules";
import type { Problems, SubmittedForm } from "../kind";
import type { ContentField } from "./fields";

/** A kind's `receive`: stores uploaded pictures and returns the values of their inputs. */
export const receivePictures =
  (fields: readonly ContentField[]) =>
  async (by: StaffContext, { typed, form }: SubmittedForm) => {
    const inputs: Record<string, string[]> = {};
    const problems: Problems = {};
    for (const { name, control } of fields) {
      if (control.as !== "picture") continue;
      const alt = typed[name]?.[1] ?? "";
      const file = form.get(`file.${name}`);
      if (isChosen(file)) {
        const stored = await storePicture(by, file);
        if (stored.ok) inputs[name] = [stored.address, alt];
        else problems[name] = stored.message;
      } else if (form.has(`gone.${name}`)) inputs[name] = ["", ""];
    }
    return Object.keys(problems).length > 0
      ? refuse("invalid", "Nothing was saved. Fix the highlighted fields.", { problems })
      : { ok: true as const, typed: inputs };
  };

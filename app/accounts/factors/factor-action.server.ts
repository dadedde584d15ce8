import { data } from "react-router";
import {
  beginApp,
  cancelApp,
  confirmApp,
  removeApp,
  replaceRecoveryCodes,
} from "~/accounts/factors/own-factors.server";
import { addPasskey, removePasskey, renamePasskey } from "~/accounts/passkeys/own-passkeys.server";
import type { StaffContext } from "~/accounts/staff.server";
import { statusOf } from "~/core/verbs/refused";
import type { FactorResult } from "./changed.server";

type Fields = Record<string, unknown>;
type Context = StaffContext & { origin: string };

function act(context: Context, about: string, fields: Fields): Promise<FactorResult> | null {
  const { code, name, passkey, passkeyId } = fields;
  switch (about) {
    case "app-begin":
      return beginApp(context);
    case "app-cancel":
      return cancelApp(context);
    case "app-confirm":
      return confirmApp(context, { code });
    case "app-remove":
      return removeApp(context);
    case "codes-renew":
      return replaceRecoveryCodes(context);
    case "passkey-add":
      return addPasskey(context, { name, passkey });
    case "passkey-rename":
      return renamePasskey(context, { passkeyId, name });
    case "passkey-remove":
      return removePasskey(context, { passkeyId });
    default:
      return null;
  }
}

/** `about`: the form's intent; `of`: the id of its passkey; `typed`: the passkey's name that was refused. */
export type FactorFormResult = {
  about: string;
  of: string;
  ok: boolean;
  message: string;
  codes: string[] | null;
  typed: string;
};

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** Handles the forms of an admin's own factors, on `Your account` and the set-up page; undefined for other forms. */
export async function actOnFactors(context: Context, fields: Fields) {
  const about = textOf(fields.intent);
  const acted = act(context, about, fields);
  if (!acted) return undefined;
  const result = await acted;
  const submitted = { about, of: textOf(fields.passkeyId), typed: result.ok ? "" : textOf(fields.name).slice(0, 200) };
  const codes = result.ok ? result.codes : null;
  const factor: FactorFormResult = { ...submitted, ok: result.ok, message: result.message, codes };
  return data({ problems: {}, answer: null, factor }, result.ok ? 200 : statusOf(result));
}

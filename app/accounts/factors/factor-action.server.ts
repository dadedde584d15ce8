import { data } from "react-router";
import { beginApp, cancelApp, confirmApp, removeApp, renewCodes } from "~/accounts/factors/own-factors.server";
import { addPasskey, removePasskey, renamePasskey } from "~/accounts/passkeys/own-passkeys.server";
import type { StaffContext } from "~/accounts/staff.server";
import { statusOf } from "~/ground/verbs/refused";
import type { FactorResult } from "./changed.server";

type Fields = Record<string, unknown>;
type Context = StaffContext & { origin: string };
const verbs: Record<string, (context: Context, fields: Fields) => Promise<FactorResult>> = {
  "app-begin": beginApp,
  "app-cancel": cancelApp,
  "app-confirm": (context, { code }) => confirmApp(context, { code }),
  "app-remove": removeApp,
  "codes-renew": renewCodes,
  "passkey-add": (context, { name, passkey }) => addPasskey(context, { name, passkey }),
  "passkey-rename": (context, { passkeyId, name }) => renamePasskey(context, { passkeyId, name }),
  "passkey-remove": (context, { passkeyId }) => removePasskey(context, { passkeyId }),
};

/** What a form of one's own factors led to: `about` is its intent, `of` the passkey that it names. */
export type FactorAnswer = {
  about: string;
  of: string;
  ok: boolean;
  message: string;
  codes: string[] | null;
  typed: string;
};

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** Answers the forms of one's own factors, on both of their pages; undefined for any other form. */
export async function actOnFactors(context: Context, fields: Fields) {
  const about = textOf(fields.intent);
  const verb = Object.hasOwn(verbs, about) ? verbs[about] : undefined;
  if (!verb) return undefined;
  const result = await verb(context, fields);
  const given = { about, of: textOf(fields.passkeyId), typed: result.ok ? "" : textOf(fields.name).slice(0, 200) };
  const codes = result.ok ? result.codes : null;
  const factor: FactorAnswer = { ...given, ok: result.ok, message: result.message, codes };
  return data({ problems: {}, answer: null, factor }, result.ok ? 200 : statusOf(result));
}

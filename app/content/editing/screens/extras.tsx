import type { ComponentType } from "react";
import { AgreementPreview } from "./agreement-preview";
import type { ExtraProps } from "./extra-props";
import { MailPreview } from "./mail-preview";
import { RuleCheck } from "./rule-check";
import { SearchPreview } from "./search-preview";
import { StepsExtra } from "./steps-extra";

/** Each kind's own part of the form, by kind. */
const extras: Readonly<Record<string, ComponentType<ExtraProps>>> = {
  agreements: AgreementPreview,
  mails: MailPreview,
  metadata: SearchPreview,
  rules: RuleCheck,
  steps: StepsExtra,
};

/** Kinds whose part affects the fields, or must be visible while they are typed. */
const above = new Set(["metadata", "rules", "steps"]);

/** `place`: above or below the fields; without it, wherever this kind's part belongs. */
export function Extra({ view, place, asked }: Omit<ExtraProps, "data"> & { place?: "above" | "below" }) {
  const Own = extras[view.kind];
  if (place && (place === "above") !== above.has(view.kind)) return null;
  return Own && view.extra !== null ? <Own data={view.extra} view={view} asked={asked} /> : null;
}

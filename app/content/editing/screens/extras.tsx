import type { ComponentType } from "react";
import type { ExtraProps } from "./extra-props";
import { MailPreview } from "./mail-preview";
import { SearchPreview } from "./search-preview";
import { StepsExtra } from "./steps-extra";

/** The own part of a kind's screen, within its form, by the name of the kind. */
const extras: Readonly<Record<string, ComponentType<ExtraProps>>> = {
  mails: MailPreview,
  metadata: SearchPreview,
  steps: StepsExtra,
};

/** Those that decide about the fields, or are to be seen while they are typed. */
const above = new Set(["metadata", "steps"]);

/** `place`: above or below the fields of the form; without it wherever it belongs. */
export function Extra({ view, place, asked }: Omit<ExtraProps, "data"> & { place?: "above" | "below" }) {
  const Own = extras[view.kind];
  if (place && (place === "above") !== above.has(view.kind)) return null;
  return Own && view.extra !== null ? <Own data={view.extra} view={view} asked={asked} /> : null;
}

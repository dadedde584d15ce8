import { type ContentField, type kept, type Named, refused } from "./fields";

type Checks = Named & {
  most: number;
  /** Converts the checked values to the stored one, and back. */
  keep: (values: readonly string[]) => ReturnType<typeof kept>;
  values: (stored: Parameters<ContentField["typed"]>[0]) => readonly string[];
  format: ContentField["format"];
};

/** Several of the choices that the kind reads from the database; none is stored as null. */
export function checksField({ most, keep, values, format, ...named }: Checks): ContentField {
  return {
    ...named,
    ...{ type: "", format, control: { as: "checks", options: [] } },
    read(inputs) {
      const checked = [...new Set(inputs.filter(Boolean))].sort();
      return checked.length > most ? refused(`Choose at most ${most}.`) : keep(checked);
    },
    // The first is a hidden empty input, because browsers don't submit unchecked boxes.
    typed: (stored) => ["", ...values(stored)],
  };
}

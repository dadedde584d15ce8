import type { ReactNode } from "react";
import { maxAgreementBlocks, maxAgreementHeading } from "~/content/agreements/limits";
import { Input, Textarea } from "~/ui/forms/input";
import { inputsOf, isBlank, type SectionInputs, sectionInputsOf } from "../kinds/agreements/section-rows";
import type { FieldView } from "../read-editor.server";
import { Labeled, MovableRows, type ShownRow } from "./movable-rows";

type AgreementSectionsProps = {
  id: string;
  field: FieldView;
  boxes: readonly string[];
  problem: string | undefined;
  hint: ReactNode;
};

const blank: SectionInputs = { place: "", heading: "", text: "" };
const rows = {
  ...{ noun: "section", most: maxAgreementBlocks, blank },
  ...{ isBlank, readRows: sectionInputsOf, writeRow: inputsOf },
};

/** The headings of an agreement, each with the text below it. */
export const AgreementSections = (field: AgreementSectionsProps) => (
  <MovableRows {...field} {...rows}>
    {(shown) => <Section {...shown} />}
  </MovableRows>
);

/** The inputs are sent in the order of `inputsOf`. */
function Section({ id, title, bound, buttons }: ShownRow<SectionInputs>) {
  return (
    <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 gap-y-2">
      <Labeled id={`${id}-place`} of={title} label="Place">
        <Input {...bound("place")} size="sm" inputMode="numeric" autoComplete="off" />
      </Labeled>
      <Labeled id={`${id}-heading`} of={title} label="Heading">
        <Input
          {...bound("heading")}
          size="sm"
          maxLength={maxAgreementHeading}
          dir="auto"
          autoComplete="off"
          data-first=""
        />
      </Labeled>
      <div className="col-span-full">
        <Labeled id={`${id}-text`} of={title} label="Text">
          <Textarea {...bound("text")} size="sm" rows={4} dir="auto" />
        </Labeled>
      </div>
      <div className="col-span-full justify-self-end empty:hidden">{buttons}</div>
    </div>
  );
}

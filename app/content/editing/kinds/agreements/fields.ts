import { z } from "zod";
import { textsOf, unknownFactIn } from "~/content/agreements/agreement-facts";
import {
  maxAgreementBlocks,
  maxAgreementCharacters,
  maxAgreementHeading,
  maxAgreementName,
  maxAgreementTitle,
} from "~/content/agreements/limits";
import { lineInput, textInput } from "~/core/input-schemas.server";
import { normalizeFigures } from "~/core/text-input";
import type { AgreementBlock } from "~/db/schema/agreement-templates";
import type { Json } from "~/db/schema/content";
import { type ContentField, kept, lineField, refused } from "../../fields/fields";
import { inputsOf, isBlank, type SectionInputs, sectionInputsOf } from "./section-rows";

const block = z.union([
  z.strictObject({ heading: z.string() }),
  z.strictObject({ paragraphs: z.array(z.string()).min(1) }),
]);

/** Reads the blocks from a content; an unreadable one is skipped. */
export const blocksIn = (value: Json | undefined): AgreementBlock[] =>
  Array.isArray(value) ? value.flatMap((entry: Json) => block.safeParse(entry).data ?? []) : [];

/** Paragraphs are separated by empty lines; other line breaks stay, such as those of a list. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  for (const line of [...text.split("\n").map((line) => line.trim()), ""]) {
    if (line !== "") lines.push(line);
    else if (lines.length > 0) {
      paragraphs.push(lines.join("\n"));
      lines = [];
    }
  }
  return paragraphs;
}

/** A heading and the text below it are one section of the form. */
function sectionsOf(blocks: readonly AgreementBlock[]): SectionInputs[] {
  const sections: SectionInputs[] = [];
  for (const block of blocks) {
    const last = sections.at(-1);
    if ("heading" in block) sections.push({ place: "", heading: block.heading, text: "" });
    else if (last && last.text === "") last.text = block.paragraphs.join("\n\n");
    else sections.push({ place: "", heading: "", text: block.paragraphs.join("\n\n") });
  }
  return sections.map((section, index) => ({ ...section, place: String(index + 1) }));
}

const headingInput = lineInput(maxAgreementHeading, "the heading");
const sectionTextInput = textInput(maxAgreementCharacters, "the text");

/** Reads a section that isn't blank, or returns what is wrong with it. */
function readSection(row: SectionInputs): AgreementBlock[] | string {
  const [heading, text] = [headingInput.safeParse(row.heading), sectionTextInput.safeParse(row.text)];
  if (!heading.success) return heading.error.issues[0]?.message ?? "";
  if (!text.success) return text.error.issues[0]?.message ?? "";
  const paragraphs = paragraphsOf(text.data);
  return [
    ...(heading.data === "" ? [] : [{ heading: heading.data }]),
    ...(paragraphs.length === 0 ? [] : [{ paragraphs }]),
  ];
}

/** The blocks by place, or what is wrong with a section. One without a place stays where it is. */
function readBlocks(inputs: readonly string[]): AgreementBlock[] | string {
  const sections: { place: number; blocks: AgreementBlock[] }[] = [];
  for (const [index, row] of sectionInputsOf(inputs).entries()) {
    if (isBlank(row)) continue;
    const place = normalizeFigures(row.place) || String(index + 1);
    const blocks = readSection(row);
    if (typeof blocks === "string") return `Section ${index + 1}: ${blocks}`;
    if (!/^\d{1,3}$/.test(place)) return `Section ${index + 1}: enter its place as a number, such as 4.`;
    sections.push({ place: Number(place), blocks });
  }
  return sections.sort((a, b) => a.place - b.place).flatMap(({ blocks }) => blocks);
}

const unknownMessage = (name: string) => `This agreement does not know “${name}”.`;

const titleLine = lineField({
  ...{ name: "title", label: "Title", group: "Agreement", max: maxAgreementTitle },
  help: "The heading of the agreement that applicants read.",
});
const titleField: ContentField = {
  ...titleLine,
  read(inputs) {
    const title = titleLine.read(inputs);
    const unknown = title.ok && typeof title.value === "string" ? unknownFactIn([title.value]) : undefined;
    return unknown === undefined ? title : refused(unknownMessage(unknown));
  },
};

const grouped = (count: number) => count.toLocaleString("en-US");

const blocksField: ContentField = {
  ...{ name: "blocks", label: "Text", type: "", group: "Text" },
  help: "Sections appear in order of place. Leave an empty line between paragraphs. To remove a section, empty it.",
  control: { as: "sections" },
  read(inputs) {
    const blocks = readBlocks(inputs);
    if (typeof blocks === "string") return refused(blocks);
    if (blocks.length > maxAgreementBlocks)
      return refused(
        `An agreement has at most ${maxAgreementBlocks} headings and texts. This one has ${blocks.length}.`,
      );
    const texts = textsOf({ title: "", blocks });
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    if (length > maxAgreementCharacters)
      return refused(
        `An agreement has at most ${grouped(maxAgreementCharacters)} characters. This one has ${grouped(length)}.`,
      );
    const unknown = unknownFactIn(texts);
    return unknown === undefined ? kept(blocks.length > 0 ? blocks : null) : refused(unknownMessage(unknown));
  },
  typed: (value) => sectionsOf(blocksIn(value)).flatMap(inputsOf),
  format: (value) =>
    textsOf({ title: "", blocks: blocksIn(value) })
      .filter(Boolean)
      .join("\n\n"),
};

export const agreementFields: readonly ContentField[] = [
  lineField({
    ...{ name: "name", label: "Name", group: "Agreement", max: maxAgreementName },
    help: "What staff call it. Applicants don’t see it.",
  }),
  titleField,
  blocksField,
];

import { figure, heading, list, type MakeBlock, paragraph, paragraphs } from "../../fields/blocks";
import type { ContentField } from "../../fields/fields";

/** The texts of one page, in the order of the page. */
export type PageTexts = {
  key: string;
  title: string;
  path: string;
  delivered: unknown;
  fields: readonly ContentField[];
  notes?: Readonly<Record<string, string>>;
};

type Labels = readonly (readonly [part: string, label: string, as: MakeBlock, optional?: "optional" | undefined])[];

/** Fields below one path, in one group of the form. */
export const group = (name: string, path: string, labels: Labels): ContentField[] =>
  labels.map(([part, label, make, optional]) =>
    make({ name: path === "" ? part : `${path}.${part}`, label, group: name, needed: optional === undefined }),
  );

/** The same fields for each entry of a list, labelled `Tile 1: title`. */
export const each = (name: string, path: string, count: number, item: string, labels: Labels): ContentField[] =>
  Array.from({ length: count }, (_, index) =>
    group(
      name,
      `${path}.${index}`,
      labels.map(([part, label, ...how]) => [part, `${item} ${index + 1}: ${label}`, ...how]),
    ),
  ).flat();

export const hero: Labels = [
  ["hero.eyebrow", "Line above the title", heading],
  ["hero.title", "Title", heading],
  ["hero.lead", "Words below the title", paragraph],
];

export const foot: Labels = [
  ["callToAction.title", "Heading", heading],
  ["callToAction.text", "Text", paragraph],
  ["callToAction.label", "Button", heading],
];

export { figure, heading, list, paragraph, paragraphs };

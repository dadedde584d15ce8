/** Inputs of a section in a row: its place, heading and text. */
export type SectionInputs = { place: string; heading: string; text: string };

const width = 3;

export const sectionInputsOf = (inputs: readonly string[]): SectionInputs[] =>
  Array.from({ length: Math.ceil(inputs.length / width) }, (_, index) => {
    const [place = "", heading = "", text = ""] = inputs.slice(index * width, (index + 1) * width);
    return { place, heading, text };
  });

export const inputsOf = ({ place, heading, text }: SectionInputs): string[] => [place, heading, text];

/** A section in which nothing was typed. Its place doesn't count. */
export const isBlank = ({ heading, text }: SectionInputs): boolean => heading.trim() === "" && text.trim() === "";

import { render } from "@react-email/components";
import type { Letter, Sender } from "./letter";
import { plainText } from "./plain-text";
import { Frame } from "./templates/frame";

export type Rendered = { html: string; text: string };

/**
 * A letter as HTML and as plain text. Loaded by `import()` where a mail is written: React Email brings a lot along that
 * no request needs.
 */
export async function renderLetter(letter: Letter, sender: Sender): Promise<Rendered> {
  return { html: await render(<Frame letter={letter} sender={sender} />), text: plainText(letter, sender) };
}

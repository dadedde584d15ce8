import { render } from "@react-email/components";
import type { Letter, Sender } from "./letter";
import { plainText } from "./plain-text";
import { Frame } from "./templates/frame";

export type Rendered = { html: string; text: string };

/** Load it only by `import()`: React Email is large, and no request needs it. */
export async function renderLetter(letter: Letter, sender: Sender): Promise<Rendered> {
  return { html: await render(<Frame letter={letter} sender={sender} />), text: plainText(letter, sender) };
}

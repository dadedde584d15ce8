import { statusLook } from "~/ui/lists/status-badge";
import { type Block, type Letter, machineLines, type Sender } from "./letter";

const width = 72;

/** In lines of at most 72 characters; URLs are never broken. */
export function plainText(letter: Letter, sender: Sender): string {
  const parts = [
    ...(letter.replyLine ? [letter.replyLine] : []),
    sender.name.toUpperCase(),
    `${letter.heading}\n${"=".repeat(Math.min(letter.heading.length, width))}`,
    ...(letter.greeting ? [letter.greeting] : []),
    ...letter.blocks.map(blockText),
    `--\n${[sender.name, ...sender.address, sender.phone, sender.email].filter(Boolean).join("\n")}`,
    fold(letter.reason),
    machineLines(sender, letter.record).join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function blockText(block: Block): string {
  switch (block.is) {
    case "text":
    case "note":
      return fold(block.text);
    case "facts": {
      const column = Math.max(...block.rows.map(({ label }) => label.length));
      return block.rows.map(({ label, value }) => `${label.padEnd(column)}   ${value}`).join("\n");
    }
    case "status":
      return `  ${statusLook(block.status).label}`;
    case "message":
      return `${block.title}:\n\n${fold(block.text, "  ")}`;
    case "steps":
      return `${block.title}:\n\n${block.items.map((item, index) => fold(item, "   ").replace(/^ {2}/, `${index + 1}.`)).join("\n")}`;
    case "button":
    case "link":
      return `${block.label}:\n${block.href}`;
  }
}

/** Breaks lines between words; line breaks of the text stay. */
function fold(text: string, indent = ""): string {
  const foldLine = (line: string) => {
    const lines: string[] = [];
    let current = "";
    for (const word of line.split(/\s+/).filter(Boolean)) {
      if (current && indent.length + current.length + 1 + word.length > width) {
        lines.push(current);
        current = word;
      } else current = current ? `${current} ${word}` : word;
    }
    return [...lines, current].map((line) => (line ? indent + line : "")).join("\n");
  };
  return text.split(/\r?\n/).map(foldLine).join("\n");
}

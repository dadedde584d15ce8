import PostalMime, { type Header } from "postal-mime";

/** A part of a mail. `content` is without its transfer encoding, `getTextContent` decodes its charset too. */
export type MimePart = {
  childNodes: MimePart[];
  headers: Header[];
  contentType: { parsed: StructuredHeader; multipart: string | false };
  contentDisposition: { parsed: StructuredHeader };
  contentId?: string;
  content: ArrayBuffer | null;
  getTextContent(): string;
};
type StructuredHeader = { value: string; params: Record<string, string | undefined> };

/** What a mail may have, with the mails attached to it. */
export const limits = { parts: 100, levels: 20, headerBytes: 512 * 1024 };
export type Budget = { parts: number };
export const newBudget = (): Budget => ({ parts: limits.parts });

/** Methods of the parser that are no part of its public interface. Its version is fixed in package.json. */
type Internals = {
  root: MimePart;
  currentNode: MimePart;
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
  collectNode(): Promise<void>;
  renderTextContent(): void;
  buildMessage(): unknown;
  parse(bytes: Uint8Array): Promise<unknown>;
};

/**
 * The parser's tree instead of its result, which joins the texts of all parts and makes plain text of HTML and HTML of
 * plain text. Throws beyond the limits; the parts within it are taken off the budget.
 */
export async function readTree(bytes: Uint8Array, budget: Budget, levels = limits.levels): Promise<MimePart> {
  const parser = new PostalMime({
    maxNestingDepth: levels,
    maxHeadersSize: limits.headerBytes,
  }) as unknown as Internals;
  const processLine = parser.processLine.bind(parser);
  const seen = new Set([parser.root]);
  Object.assign(parser, {
    async processLine(line: Uint8Array, isFinal: boolean) {
      await processLine(line, isFinal);
      if (seen.has(parser.currentNode)) return;
      seen.add(parser.currentNode);
      budget.parts -= 1;
      if (budget.parts < 0) throw new RangeError("The mail has too many parts");
    },
    collectNode: async () => {},
    renderTextContent: () => {},
    buildMessage: () => ({}),
  } satisfies Partial<Internals>);
  await parser.parse(bytes);
  return parser.root;
}

/** A header's values, unfolded and not decoded, the topmost first. */
export const headersOf = ({ headers }: Pick<MimePart, "headers">, key: string): string[] =>
  headers.filter((header) => header.key === key).map(({ value }) => value);

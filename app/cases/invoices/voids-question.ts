/** To confirm before charges are reversed that are on valid invoices. */
export type VoidsQuestion = {
  /** Returns as `confirmed`, so that a yes is valid for these invoices alone. */
  key: string;
  text: string;
};

type Named = { id: string; number: string | null };

const phraseOf = ({ number }: Named) => (number ? `invoice ${number}` : "a sample invoice");

/** The question about charges on these invoices; null if they are on none. */
export function voidsQuestion(invoices: readonly Named[]): VoidsQuestion | null {
  const [first, ...others] = invoices;
  if (!first) return null;
  const key = `voids ${invoices.map(({ id }) => id).join(" ")}`;
  if (others.length === 0)
    return { key, text: `This charge is on ${phraseOf(first)}, which a credit note will void. Go on?` };
  const all = invoices.map(phraseOf);
  return { key, text: `The charges are on ${all.join(" and ")}, which credit notes will void. Go on?` };
}

/** The valid ones of these invoices that some of these charges are on. */
export const invoicesWith = <Invoice extends { isVoid: boolean; charges: readonly string[] }>(
  invoices: readonly Invoice[],
  entries: readonly string[],
): Invoice[] => invoices.filter(({ isVoid, charges }) => !isVoid && charges.some((entry) => entries.includes(entry)));

type PaymentTexts = { howToPay: string; phone: string };

/**
 * How to pay an invoice in one text: the office's instructions, or the request to call with the phone number. Empty if
 * a pay link takes the place of the call.
 */
export function howToPayInvoice({ howToPay, phone }: PaymentTexts, hasPayLink: boolean): string {
  if (phone === "") return howToPay;
  return hasPayLink ? "" : `${howToPay} ${phone}`;
}

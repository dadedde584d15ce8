/** Addresses that open the visitor's own phone, mail program or WhatsApp. */
export function telephoneLink(number: string): string {
  return `tel:${number.replace(/[^\d+]/g, "")}`;
}

export function whatsappLink(number: string, text = ""): string {
  const digits = number.replace(/\D/g, "");
  return text ? `https://wa.me/${digits}?text=${encodeURIComponent(text)}` : `https://wa.me/${digits}`;
}

export function mailLink(address: string, subject = ""): string {
  return subject ? `mailto:${address}?subject=${encodeURIComponent(subject)}` : `mailto:${address}`;
}

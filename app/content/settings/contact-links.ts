// A link that opens WhatsApp with a text.

export function whatsappLink(number: string, text = ""): string {
  const digits = number.replace(/\D/g, "");
  return text ? `https://wa.me/${digits}?text=${encodeURIComponent(text)}` : `https://wa.me/${digits}`;
}

export function mailLink(address: string, subject = ""): string {
  const at = address.lastIndexOf("@");
  const link = `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`;
  return subject ? `${link}?subject=${encodeURIComponent(subject)}` : link;
}

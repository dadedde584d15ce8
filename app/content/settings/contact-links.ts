// A link that opens WhatsApp with a text.

export function whatsappLink(number: string, text = ""): string {
  const digits = number.replace(/\D/g, "");
  return text ? `https://wa.me/${digits}?text=${encodeURIComponent(text)}` : `https://wa.me/${digits}`;
}

export function mailLink(email: string, subject = ""): string {
  const index = email.lastIndexOf("@");
  const link = `mailto:${encodeURIComponent(email.slice(0, index))}${email.slice(index)}`;
  return subject ? `${link}?subject=${encodeURIComponent(subject)}` : link;
}

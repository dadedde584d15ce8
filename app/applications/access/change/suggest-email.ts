/** The most frequent domains of our applicants, in the order of preference. */
const common = [
  "gmail.com",
  "hotmail.com",
  "yahoo.com",
  "outlook.com",
  "icloud.com",
  "batelnet.bs",
  "coralwave.com",
  "googlemail.com",
  "protonmail.com",
  "hotmail.co.uk",
  "yahoo.co.uk",
  "outlook.fr",
  "hotmail.fr",
  "yahoo.fr",
  "yahoo.ca",
  "hotmail.ca",
];

/** Endings under which the largest services have addresses in other countries. */
const endings =
  "ae at be br ca ch cl cn co.id co.il co.in co.jp co.kr co.nz co.th co.uk co.za com com.ar com.au com.br com.co com.mx com.ph com.sg com.tr com.tw com.ve com.vn cz de dk es fi fr gr hk hu ie in it jp lt lv my nl no pe ph pl pt ro rs ru se sg sk";
const manyEndings = new Set(["hotmail", "yahoo", "outlook", "live", "msn", "gmx", "yandex", "ymail", "rocketmail"]);
const ofMany = new Set(endings.split(" ").concat("net"));

/** Valid services that look like a typo of a common one, or that are frequent. */
const otherServices = new Set(
  `mail.com email.com ymail.com fmail.com hmail.com qmail.com inmail.com myself.com aol.com aim.com me.com mac.com
   proton.me pm.me protonmail.ch zoho.com zohomail.com fastmail.com fastmail.fm hey.com tuta.com tuta.io tutanota.com
   mail.ru bk.ru inbox.ru list.ru inbox.com inbox.lv mailbox.org posteo.de web.de t-online.de freenet.de libero.it
   orange.fr wanadoo.fr free.fr laposte.net sfr.fr bbox.fr btinternet.com sky.com virginmedia.com talktalk.net
   comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com usa.com
   rogers.com shaw.ca telus.net bell.net sympatico.ca videotron.ca qq.com 163.com 126.com sina.com sohu.com naver.com
   hanmail.net daum.net rediffmail.com bol.com.br uol.com.br terra.com.br cwjamaica.com flowja.com tstt.net.tt`.split(
    /\s+/,
  ),
);

function isService(domain: string): boolean {
  const [name, ending] = partsOf(domain);
  return common.includes(domain) || otherServices.has(domain) || (manyEndings.has(name) && ofMany.has(ending));
}

/** The name up to the first dot, and the ending after it: `yahoo`, `co.uk`. */
function partsOf(domain: string): [name: string, ending: string] {
  const dot = domain.indexOf(".");
  return dot < 0 ? [domain, ""] : [domain.slice(0, dot), domain.slice(dot + 1)];
}

/**
 * Suggests the address that somebody most likely meant: its domain is one typo away from a common one in its name, its
 * ending, or in each. Undefined for a known mail service's domain, or near none.
 */
export function suggestEmail(email: string): string | undefined {
  const index = email.lastIndexOf("@");
  const domain = email.slice(index + 1).toLowerCase();
  if (index < 1 || isService(domain)) return undefined;
  const [name, ending] = partsOf(domain);
  const meant = common.find((service) => {
    const [itsName, itsEnding] = partsOf(service);
    return isWithinOneSlip(name, itsName) && isWithinOneSlip(ending, itsEnding);
  });
  return meant && `${email.slice(0, index)}@${meant}`;
}

/** Equal, or one letter inserted, removed or replaced, or two neighbours swapped. */
function isWithinOneSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let position = 0;
  while (position < short.length && short[position] === long[position]) position++;
  if (short.length < long.length) return short.slice(position) === long.slice(position + 1);
  const isSwapped = short[position] === long[position + 1] && short[position + 1] === long[position];
  return (
    short.slice(position + 1) === long.slice(position + 1) ||
    (isSwapped && short.slice(position + 2) === long.slice(position + 2))
  );
}

import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { isKeyboardWalk } from "~/accounts/passwords/keyboard-walk";

/** The most frequent words in lists of leaked passwords, without trailing digits and punctuation. */
const guessedFirst = new Set(
  `password passw0rd passwort motdepasse contrasena qwerty qwertyui qwertyuiop qwertz azerty asdfghjk asdfghjkl zxcvbnm
  zxcvbnma qazwsx qazwsxedc qweasd qweasdzxc asdf asdfasdf qwer qwerqwer abcd abcdef abcdefg abcdefgh abcdabcd aaaaaaaa
  iloveyou iloveu loveyou lovely lovelove sunshine princess football baseball basketball volleyball softball hockey
  soccer superman batman spiderman pokemon starwars startrek dragon monkey master shadow michael jennifer jessica
  jordan hunter harley ranger thomas charlie daniel andrew george robert matthew joshua ashley amanda nicole michelle
  melissa samantha elizabeth stephanie alexander alexandra christian anthony william benjamin jonathan welcome
  welcomeback letmein letmeinnow trustno computer internet whatever nothing freedom liberty forever family friends
  butterfly chocolate strawberry blueberry cookie cheese pepper ginger summer winter spring autumn january february
  september october november december monday friday saturday sunday purple orange yellow silver golden diamond rainbow
  flower blossom tigger mickey minnie snoopy scooby garfield mustang ferrari porsche corvette chevrolet yamaha honda
  mercedes liverpool arsenal chelsea barcelona realmadrid juventus manchester newyork california london paris bahamas
  nassau freeport lucaya grandbahama admin administrator root superuser guest login user test testtest testing changeme
  change secret secure security access default system server windows microsoft google facebook samsung android
  hello helloworld goodluck killer matrix maverick phoenix thunder blessed jesus jesuschrist heaven angel angels
  godisgood babygirl babyboy sweetheart beautiful handsome money million business manager company office visa passport
  immigration consultancy`.split(/\s+/),
);

/**
 * Whether a password is easy to guess (V-ATK-23): one of the 100,000 most common, a frequent word with digits after it,
 * a sequence, a keyboard walk, or one that contains the name in its owner's email.
 */
export async function isEasyToGuess(password: string, email: string): Promise<boolean> {
  const plain = password.trim().toLowerCase();
  return (
    holdsName(plain, email.trim().toLowerCase()) ||
    isGuessedFirst(plain) ||
    isRun(plain) ||
    isKeyboardWalk(plain) ||
    (await isCommon(plain))
  );
}

/** Names shorter than four letters occur in too many words. */
function holdsName(plain: string, email: string): boolean {
  const name = email.slice(0, Math.max(0, email.lastIndexOf("@")));
  return name.length > 3 && plain.includes(name);
}

function isGuessedFirst(plain: string): boolean {
  const word = plain.replace(/[\d\W_]+$/u, "").replace(/^[\d\W_]+/u, "");
  const read = word
    .replace(/[@4]/g, "a")
    .replace(/0/g, "o")
    .replace(/[1!]/g, "i")
    .replace(/3/g, "e")
    .replace(/[$5]/g, "s");
  return guessedFirst.has(word) || guessedFirst.has(read);
}

let list: Promise<string> | undefined;

/** Searches the text: that takes a millisecond, and a Set would take ten times the memory. */
async function isCommon(plain: string): Promise<boolean> {
  list ??= loadList();
  return (await list).includes(`\n${plain}\n`);
}

/** Made by `scripts/common-passwords.ts`; loaded on first use so that the start does not wait for it. */
async function loadList(): Promise<string> {
  const { default: dataUrl } = await import("./common.txt.br?url&inline");
  // A data URL: base64 after the comma.
  const compressed = Buffer.from(dataUrl.split(",")[1] ?? "", "base64");
  const text = await promisify(brotliDecompress)(compressed);
  return `\n${text.toString("latin1")}\n`;
}

/** A repeated character or short part, or consecutive characters: `11111111`, `abcabcabc`, `12345678`. */
function isRun(text: string): boolean {
  if (/^(.{1,4})\1+.{0,3}$/u.test(text) && new Set(text).size <= 4) return true;
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  const [step = 0] = steps;
  if (steps.size === 1 && Math.abs(step) <= 1) return true;
  return ["01234567890123456789", "09876543210987654321"].some((row) => row.includes(text));
}

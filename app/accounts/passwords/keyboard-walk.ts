/** By row. */
const layouts = [
  ["1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"],
  ["1234567890ß", "qwertzuiopü", "asdfghjklöä", "yxcvbnm,.-"],
  ["1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn,;:"],
];
/** The first row's characters with Shift, and their keys. */
const shifted: Partial<Record<string, string>> = Object.fromEntries(
  [..."!@#$%^&*()_+"].map((character, index) => [character, "1234567890-="[index]]),
);

type Key = { row: number; column: number };
const keyboards = layouts.map(
  (rows) => new Map(rows.flatMap((keys, row) => [...keys].map((key, column): [string, Key] => [key, { row, column }]))),
);

/** Shorter walks occur in many words. A few other keys, such as `!` or `12`, often surround a walk. */
const minWalk = 3;
const maxOtherKeys = 2;

/** Walks between neighboring keys, such as `1q2w3e4r`, `zaq12wsx` and `qazwsxedc` (V-ATK-23). */
export function isKeyboardWalk(password: string): boolean {
  const keys = [...password.toLowerCase()].map((character) => shifted[character] ?? character);
  return keyboards.some((keyboard) => keys.length - countKeysInWalks(keys, keyboard) <= maxOtherKeys);
}

function countKeysInWalks(keys: string[], keyboard: Map<string, Key>): number {
  let inWalks = 0;
  let length = 0;
  for (let index = 0; index <= keys.length; index++) {
    if (index > 0 && areNeighbours(keyboard.get(keys[index - 1] ?? ""), keyboard.get(keys[index] ?? ""))) {
      length += 1;
    } else {
      if (length >= minWalk) inWalks += length;
      length = 1;
    }
  }
  return inWalks;
}

/** The same key, the next one in its row, and those around it above and below. */
const areNeighbours = (a: Key | undefined, b: Key | undefined): boolean =>
  a !== undefined && b !== undefined && Math.abs(b.row - a.row) <= 1 && Math.abs(b.column - a.column) <= 1;

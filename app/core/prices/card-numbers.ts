import { normalized } from "~/normalized";

/** Whether a text contains a payment card number: 13 to 19 digits with a valid check digit. */
export function containsCardNumber(text: string): boolean {
  // Digits separated only by blanks and punctuation are one number, however they are grouped; letters end it.
  for (const stretch of normalized(text, "NFKC").split(/[\p{L}]+/u)) {
    const groups = stretch.match(/\d+/g) ?? [];
    for (const first of groups.keys()) {
      let number = "";
      for (const group of groups.slice(first, first + 19)) {
        number += group;
        if (number.length > 19) break;
        if (number.length >= 13 && isChecked(number)) return true;
      }
    }
  }
  return false;
}

/** Luhn's check. */
function isChecked(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0 && /[1-9]/.test(number);
}

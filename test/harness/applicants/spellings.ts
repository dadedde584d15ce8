import fc from "fast-check";
import { dateBoxes } from "./date-boxes";
import type { Draw } from "./drawn-answers";

/** Names of the twelve months as people here write them. */
const months = [
  ["January", "ene", "janv."],
  ["february", "Febrero", "févr."],
  ["MAR", "marzo", "mars"],
  ["Apr.", "abril", "avril"],
  ["may", "mayo", "mai"],
  ["June", "junio", "juin"],
  ["jul", "JULIO", "juillet"],
  ["August", "ago", "août"],
  ["Sept.", "setiembre", "septembre"],
  ["oct", "octubre", "octobre"],
  ["Nov.", "noviembre", "novembre"],
  ["dec", "diciembre", "décembre"],
];

/** A date as one of many people types it, by input name. */
export function spelledDate(name: string, iso: string, g: Draw): Record<string, string> {
  const [, month = "", day = ""] = iso.split("-");
  const boxes = dateBoxes(name, iso);
  const named = g(fc.constantFrom(...(months[Number(month) - 1] ?? [])));
  const spelled = g(
    fc.constantFrom({}, { [`${name}.day`]: day, [`${name}.month`]: month }, { [`${name}.month`]: named }),
  );
  return { ...boxes, ...spelled };
}

/** A number as one of many people types it, with either separator. */
export function spelledNumber({ unit, step }: { unit?: string; step: number }, number: number, g: Draw): string {
  const thousands = (separator: string) => String(number).replaceAll(/\B(?=(\d{3})+$)/g, separator);
  const decimals = unit === "USD" ? g(fc.constantFrom("05", "50")) : "5";
  const plain = [String(number), ...(number < 1000 ? [] : [thousands(" ")])];
  if (unit === "USD") plain.push(`$${thousands(",")}.${decimals}`, `${thousands(".")},${decimals}`, `USD ${number}`);
  else if (step < 1) plain.push(`${number},${decimals}`, `${number}.${decimals}0`, `${number} ${unit ?? ""}`.trim());
  return g(fc.constantFrom(...plain));
}

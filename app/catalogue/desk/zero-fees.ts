import { readAmount } from "~/core/prices/money";
import { definitionOf, type FormValues, type ParsedService } from "./service-form";
import { structured } from "./structured/structured";

const feeNames = ["governmentFee", "serviceFee"] as const;

/**
 * The question about fees that a save sets to 0, or that are 0 at the first save; null if there are none. Text that
 * isn't a number counts as 0, so it is asked about each time.
 */
export function zeroFeesQuestion(
  service: ParsedService,
  rawInput: Partial<FormValues>,
  stored: FormValues | null,
): string | null {
  const fees = feeNames.filter(
    (name) =>
      Number(service[name]) === 0 && (isNoNumber(rawInput[name] ?? "") || stored === null || !isZero(stored[name])),
  );
  const labels = [...fees.map((name) => definitionOf(name).label), ...zeroTierFees(service, stored)];
  if (labels.length === 0) return null;
  return `${labels.map((label) => `${label} is $0.00.`).join(" ")} Save it like this?`;
}

const isNoNumber = (text: string) => "wrong" in readAmount(text) && text.trim() !== "";
function isZero(text: string) {
  const read = readAmount(text);
  return "cents" in read && read.cents === 0n;
}

function zeroTierFees({ visaSubtypes }: ParsedService, stored: FormValues | null): string[] {
  const read = stored && structured.visaSubtypes(stored.visaSubtypes);
  const before = read?.ok ? read.value : [];
  return visaSubtypes.flatMap(({ name, govFee, serviceFee }) => {
    const same = before.filter((tier) => tier.name === name);
    return [
      ...(govFee === 0 && !same.some((tier) => tier.govFee === 0) ? [`Government fee of ${name}`] : []),
      ...(serviceFee === 0 && !same.some((tier) => tier.serviceFee === 0) ? [`Service fee of ${name}`] : []),
    ];
  });
}

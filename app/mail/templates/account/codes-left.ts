/** The desk then asks for new ones. */
export const fewCodes = 2;

/** `Only 2 recovery codes are left.` where those are few. */
export function formatCodesLeft(left: number): string {
  if (left === 0) return "No recovery codes are left.";
  if (left === 1) return "Only 1 recovery code is left.";
  return left <= fewCodes ? `Only ${left} recovery codes are left.` : `${left} recovery codes are left.`;
}

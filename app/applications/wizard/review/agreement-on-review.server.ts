import { singleton } from "~/singleton.server";

/** Null while nothing is offered or signed. */
type ReadAgreement = (applicationId: string) => Promise<{ isSigned: boolean } | null>;

const registered = singleton<{ read?: ReadAgreement }>("the agreement on the review", () => ({}));

/** Registers how the review learns of a draft's agreement, because the module of cases may not be imported here. */
export function registerAgreementOnReview(read: ReadAgreement): void {
  registered.read = read;
}

export const readAgreementOnReview: ReadAgreement = async (applicationId) =>
  (await registered.read?.(applicationId)) ?? null;

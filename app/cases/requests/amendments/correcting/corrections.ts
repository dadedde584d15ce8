// The wizard's part of corrections: their fields and their signature.
export { SignatureBlock } from "~/cases/requests/amendments/signing/signature-block";
export { CorrectionAnswer } from "./correction-answer";

export { SignatureBlock } from "~/cases/requests/amendments/signing/signature-block";
export { CorrectionAnswer } from "./correction-answer";

// What corrects answers of the wizard's steps, and signs that.
export { SignatureBlock } from "~/cases/requests/amendments/signing/signature-block";
export { CorrectionAnswer } from "./correction-answer";

// What corrects answers of the wizard's steps, and signs that.
export { SignatureBlock } from "~/applications/case/amendments/signing/signature-block";
export { CorrectionAnswer } from "./correction-answer";

import { defaultRules, type FileRules } from "~/documents/file-rules";

/** What a sample may be (K-DOCS-4). */
export const sampleRules: FileRules = { ...defaultRules, extensions: ["pdf", "jpg", "jpeg", "png"] };

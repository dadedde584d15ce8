import { defaultRules, type FileRules } from "~/documents/file-rules";

export const sampleRules: FileRules = { ...defaultRules, extensions: ["pdf", "jpg", "jpeg", "png"] };

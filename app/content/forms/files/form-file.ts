import { slugOf } from "~/content/slug";
import { defaultRules, type FileRules } from "~/documents/file-rules";

export const formRules: FileRules = { ...defaultRules, extensions: ["pdf", "doc", "docx"] };

const keyForm = /^forms\/([A-Za-z0-9][A-Za-z0-9_-]*)\.(pdf|docx?)$/;
const hashSuffix = /-[0-9a-f]{16}$/;

const contentTypes: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** A file's storage key: its name and the beginning of its digest, so the same file is stored once. */
export function formKey(name: string, sha256: string, extension: string): string {
  const own = slugOf(name.replace(/\.[^.]*$/, ""))
    .slice(0, 60)
    .replace(/-$/, "");
  return `forms/${own || "form"}-${sha256.slice(0, 16)}.${extension}`;
}

/** Parses a storage key; null for anything else. */
export function readFormKey(key: string): { name: string; extension: string; contentType: string } | null {
  const [, own, extension] = keyForm.exec(key) ?? [];
  const contentType = extension && contentTypes[extension];
  if (!own || !contentType) return null;
  return { name: `${own.replace(hashSuffix, "")}.${extension}`, extension, contentType };
}

/** Formats a file size, such as `84 KB`. */
export const formatFileSize = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

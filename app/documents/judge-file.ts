import { defaultRules, extensionOf, type FileProblem, type FileRules, type FileType, megabyte } from "./file-rules";
import { kindOf } from "./kinds/kind-of";
import { type Kind, kindNamed, kinds } from "./kinds/kinds";

const acceptedTypes = (rules: FileRules) => `Accepted types: ${rules.extensions.join(", ")}`;

/** Determines the type by the content, whatever the name. Runs in the browser before the upload, and on the server. */
export async function judgeFile(
  fileName: string,
  bytes: Blob,
  rules: FileRules = defaultRules,
): Promise<FileType | FileProblem> {
  const ending = extensionOf(fileName);
  const { size } = bytes;
  if (size === 0) return { problem: "empty", message: emptyFile, advice: emptyFile };
  const name = await kindOf(bytes);
  const kind: Kind | undefined = name && kinds[name];
  const accepted = kind?.contentType ? kind.endings.filter((ending) => rules.extensions.includes(ending)) : [];
  const extension = accepted.find((candidate) => candidate === ending) ?? accepted[0];
  if (name === "heic" || name === "avif") return { problem: name, message: unopened[name], advice: unopened[name] };
  if (!kind || !extension) return { problem: "type", ...notAccepted(kind, ending, rules) };
  if (size > rules.maximum) {
    const text = `File size exceeds ${rules.maximum / megabyte}MB limit.`;
    return { problem: "too large", ...inWords(text, kind.use === "picture" ? pictureAdvice : documentAdvice) };
  }
  if (size < rules.minimum)
    return { problem: "too small", message: `File is too small (minimum ${rules.minimum / 1024}KB)`, advice: "" };
  return { kind, extension };
}

const inWords = (statement: string, advice: string) => ({ message: `${statement} ${advice}`, advice });

const emptyFile =
  "This file is empty (0 bytes). If it is still in the cloud, open it once on this device, then choose it again.";
const unopened = {
  heic: "This is an iPhone picture (HEIC), which we can’t open. On the phone choose Settings, Camera, Formats, “Most Compatible” and take it again, or save it as a JPEG and choose that.",
  avif: "This is an AVIF picture, which we can’t open. Please save it as a JPEG or PNG and choose that.",
};
const pictureAdvice =
  "Choose a smaller copy. On a phone, take a screenshot of it. On a computer, save it with fewer pixels.";
const documentAdvice = "Scan it at a lower resolution, or send its pages as several files.";

function notAccepted(
  kind: Kind | undefined,
  ending: string,
  rules: FileRules,
): Pick<FileProblem, "message" | "advice"> {
  const accepted = acceptedTypes(rules);
  if (!kind && rules.extensions.includes(ending)) {
    const text = `This is not a readable .${ending} file: it is damaged, or of another kind.`;
    return { message: `${text} Save it again, and choose that. ${accepted}`, advice: "" };
  }
  if (!kind && ending === "") return { message: `We can’t tell what kind of file this is. ${accepted}`, advice: "" };
  // The extension matches the content.
  if (!kind || ((kind.contentType || kind.use === "none") && kindNamed(ending) === kind))
    return { message: `File type .${ending} is not allowed. ${accepted}`, advice: "" };
  const claimed = kindNamed(ending)?.name ?? kind.name;
  const statement = `This is ${kind.name}${claimed === kind.name ? "" : `, not ${claimed}`}.`;
  const advice = [statement, adviceOn(kind, rules)].filter(Boolean).join(" ");
  return { message: `${advice} ${accepted}`, advice };
}

/** How to convert such a file into an accepted one. */
function adviceOn({ use }: Kind, { extensions }: FileRules): string {
  const format = ["jpg", "jpeg", "png", "pdf"].find((candidate) => extensions.includes(candidate))?.toUpperCase();
  switch (use) {
    case "picture":
      return format === "PDF" || !format
        ? `Save it as ${format ?? "a Word document"}, and choose that.`
        : `Save it as ${format}, or take a screenshot of it, and choose that.`;
    case "document":
      if (extensions.includes("pdf")) return "Open it, save it as PDF, and choose that.";
      return format
        ? "Take a picture of it, and choose that."
        : "Open it, save it as a Word document, and choose that.";
    case "archive":
      return "Open it, and choose the files in it one by one.";
    case "locked":
      return "Save it without its password, and choose that.";
    case "none":
      return "";
  }
}

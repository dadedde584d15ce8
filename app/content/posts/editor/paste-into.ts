import type { Editor } from "@tiptap/core";
import { cleanPasted } from "./paste";
import { uploadPicture } from "./upload";

type Report = (text: string) => void;

const isPicture = (file: File) => file.type.startsWith("image/");

/** Running uploads of each editor; resolves to true if all were stored. */
const storing = new WeakMap<Editor, Promise<boolean>>();

function during(editor: Editor, work: Promise<boolean>): void {
  const before = storing.get(editor);
  const all = Promise.all([before ?? true, work]).then((each) => each.every(Boolean));
  storing.set(editor, all);
  void all.then(() => storing.get(editor) === all && storing.delete(editor));
}

/** Delays the submission of a form until its pictures are stored; if one is refused, nothing is submitted. */
export function sendAfterPictures(editor: Editor, form: HTMLFormElement, report: Report): () => void {
  const onSubmit = (event: SubmitEvent) => {
    const work = storing.get(editor);
    if (!work) return;
    event.preventDefault();
    event.stopPropagation();
    const { submitter } = event;
    report("The picture is still uploading. We’ll continue automatically when it’s done.");
    void work.then((stored) => stored && !editor.isDestroyed && form.requestSubmit(submitter));
  };
  form.addEventListener("submit", onSubmit, true);
  return () => form.removeEventListener("submit", onSubmit, true);
}

/** Uploads pictures that were chosen, dropped or pasted as files, and inserts them without alternative text. */
export function addPictures(editor: Editor, files: readonly File[], report: Report, position?: number): void {
  during(editor, storePictures(editor, files, report, position));
}

async function storePictures(
  editor: Editor,
  files: readonly File[],
  report: Report,
  position?: number,
): Promise<boolean> {
  report(files.length > 1 ? "Uploading pictures…" : "The picture is being stored…");
  const problems: string[] = [];
  for (const file of files) {
    const stored = await uploadPicture(file);
    if (!stored.ok) problems.push(stored.message);
    else if (!editor.isDestroyed)
      editor
        .chain()
        .insertContentAt(position ?? editor.state.selection.to, {
          type: "picture",
          attrs: { src: stored.address, alt: "" },
        })
        .run();
  }
  report(problems[0] ?? "Describe the picture for people who can’t see it.");
  return problems.length === 0;
}

/** Handles what is pasted or dropped; returns true if it did. */
export function takePasted(editor: Editor, data: DataTransfer | null, report: Report, position?: number): boolean {
  if (!data) return false;
  const html = data.getData("text/html");
  const files = [...data.files].filter(isPicture);
  if (html === "") {
    if (files.length === 0) return false;
    addPictures(editor, files, report, position);
    return true;
  }
  const pasted = cleanPasted(html, { inTable: editor.isActive("table") });
  if (pasted.left > 0)
    report(
      `${pasted.left === 1 ? "A picture" : `${pasted.left} pictures`} in the pasted text couldn’t be copied. Add ${pasted.left === 1 ? "it" : "them"} as files.`,
    );
  // Without pictures, the editor's own handler pastes the cleaned HTML.
  if (pasted.pictures.length === 0) return false;
  during(editor, pasteWithPictures(editor, pasted, report));
  return true;
}

async function pasteWithPictures(
  editor: Editor,
  pasted: ReturnType<typeof cleanPasted>,
  report: Report,
): Promise<boolean> {
  report("Uploading pictures…");
  const stored = await Promise.all(pasted.pictures.map(uploadPicture));
  const page = new DOMParser().parseFromString(pasted.html, "text/html");
  for (const picture of page.querySelectorAll("img[data-pasted]")) {
    const result = stored[Number(picture.getAttribute("data-pasted"))];
    if (result?.ok) picture.setAttribute("src", result.address);
    else picture.remove();
    picture.removeAttribute("data-pasted");
  }
  if (!editor.isDestroyed) editor.chain().focus().insertContent(page.body.innerHTML).run();
  const refused = stored.find((outcome) => !outcome.ok);
  report(refused && !refused.ok ? refused.message : "Describe each picture for people who can’t see it.");
  return refused === undefined;
}

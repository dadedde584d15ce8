import type { HolderContext } from "~/applications/access/as-holder.server";
import type { Done, Refused } from "~/core/verbs/refused";
import type { FileProblem } from "../../required-files/write-file-date.server";
import type { FileRefusal } from "./attach-document.server";

export type IntentWork = { context: HolderContext; applicationId: string; form: FormData };
/** A refusal with a detail is shown at its file, with what was typed. */
export type IntentResult = Done | FileRefusal | Refused<FileProblem, "invalid">;

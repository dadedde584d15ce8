import type { Asked } from "~/applications/steps/contradictions/asked";
import type { StepProblems } from "~/applications/stored-answers/completeness.server";
import type { Answers, Problem } from "~/form-engine/definition";

export type StepOutcome =
  | {
      kind: "saved" | "moved";
      step: string;
      revision: number;
      savedAt: string;
      change?: string;
      undo?: string;
      /** How many questions were answered from the passport's page. */
      filled?: number;
      hash?: string;
    }
  | { kind: "exited" }
  /** A redirect to a page of the application; `to` is the end of its address. */
  | {
      kind: "leaving";
      to: "documents" | `documents#${string}` | "browsers" | "agreement" | "email" | `email?said=${"sent" | "limited"}`;
    }
  | { kind: "uploading"; step: string; field: string; change: string | undefined }
  /** `unsaved`: the names of unstorable answers; without it nothing was stored. `tooMany`: changes of the address. */
  | {
      kind: "invalid";
      step: string;
      revision: number;
      savedAt: string;
      problems: Problem[];
      answers: Answers;
      unsaved?: string[];
      tooMany?: true;
    }
  /** Saved, but not left: the address of step 1 looks misspelt; `meant` is the suggestion. */
  | { kind: "mistyped"; step: string; revision: number; savedAt: string; meant: string; answers: Answers }
  /** Saved, but not left or submitted: valid answers contradict each other and were not confirmed. */
  | { kind: "contradicted"; step: string; revision: number; savedAt: string; asked: Asked[]; answers: Answers }
  | { kind: "stale"; step: string; revision: number; stored: Answers; answers: Answers }
  | { kind: "incomplete"; step: string; revision: number; savedAt: string; steps: StepProblems[] }
  /** Complete, but not submitted: there is no email address to write to. */
  | { kind: "unaddressed"; step: string; revision: number; savedAt: string; answers: Answers }
  /** Not submitted: the review did not show what is stored now; `message` says what differs. */
  | { kind: "changed"; step: string; revision: number; savedAt: string; message: string; answers: Answers }
  | { kind: "submitted" }
  /** No longer a draft: submitted, or withdrawn by staff. */
  | { kind: "already" | "withdrawn" }
  | { kind: "deleted" }
  | { kind: "refused" }
  /** Nothing was changed; the page without JavaScript shows the answers again. */
  | { kind: "limited"; step: string; revision: number; answers: Answers; message: string; retryAfterSeconds: number }
  /** `message` is for the person, or empty. `away`: the database is unavailable, so a retry may succeed. */
  | {
      kind: "failed";
      step: string;
      revision: number;
      answers: Answers;
      message: string;
      away: boolean;
      submitting: boolean;
    };

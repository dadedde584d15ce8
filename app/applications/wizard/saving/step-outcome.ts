import type { Asked } from "~/applications/steps/contradictions/asked";
import type { StepProblems } from "~/applications/submission/completeness.server";
import type { Answers, Problem } from "~/form-engine/definition";

/** The outcome of a step's form, for the page without script and for the script alike. */
export type StepOutcome =
  /** `change`, `undo` and `hash` are parts of the step's address (`stepUrl`). */
  | {
      kind: "saved" | "moved";
      step: string;
      revision: number;
      savedAt: string;
      change?: string;
      undo?: string;
      hash?: string;
    }
  | { kind: "exited" }
  /** To a page of the application, by the end of its address. */
  | { kind: "leaving"; to: "documents" | "browsers" | "email" | `email?said=${"sent" | "limited"}` }
  | { kind: "uploading"; step: string; field: string; change: string | undefined }
  /**
   * `unsaved`: the names of answers that could not be stored, when the others were (V-ATK-8); without it none were.
   * `tooMany`: the address of step 1 was changed too often within an hour (N-EMAIL-13).
   */
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
  /** Saved, and not left: the address of step 1 looks misspelt; `meant` is what it looks like (N-EMAIL-3). */
  | { kind: "mistyped"; step: string; revision: number; savedAt: string; meant: string; answers: Answers }
  /** Saved, and not left or submitted: valid answers contradict each other, and nobody confirmed them (N-WARN-1). */
  | { kind: "contradicted"; step: string; revision: number; savedAt: string; asked: Asked[]; answers: Answers }
  | { kind: "stale"; step: string; revision: number; stored: Answers; answers: Answers }
  | { kind: "incomplete"; step: string; revision: number; savedAt: string; steps: StepProblems[] }
  /** Complete, and not submitted: there is no email address to write to. */
  | { kind: "unaddressed"; step: string; revision: number; savedAt: string; answers: Answers }
  /** Complete or not, and not submitted: the review did not show what is stored; `message` says what is another. */
  | { kind: "changed"; step: string; revision: number; savedAt: string; message: string; answers: Answers }
  | { kind: "submitted" }
  /** No draft any more: submitted, or withdrawn by staff. */
  | { kind: "already" | "withdrawn" }
  /** The application is not there any more (N-WORD-4). */
  | { kind: "deleted" }
  | { kind: "refused" }
  /** Nothing was changed; the answers are given back, for the page without script to show again. */
  | { kind: "limited"; step: string; revision: number; answers: Answers; message: string; retryAfterSeconds: number }
  /** `message` is for the person, or empty. `away`: the database can't be reached, so a later try may succeed. */
  | {
      kind: "failed";
      step: string;
      revision: number;
      answers: Answers;
      message: string;
      away: boolean;
      submitting: boolean;
    };

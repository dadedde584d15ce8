import { stepByCode } from "~/applications/steps/registry";
import { type ShownStep, shownAnswer } from "~/applications/steps/review";
import { type AnswerRow, runsOf } from "~/applications/stored-answers/answer-runs";
import { amendmentsByQuestion } from "~/cases/requests/amendments/amended-record";
import { noLongerAsked, notAsked } from "~/cases/requests/amendments/amendment-words";
import type { Amendment } from "~/cases/requests/amendments/read-amendments.server";
import { nassauLongDate } from "~/core/time";
import type { SignedAnswer } from "~/db/schema/applications";
import { answerAsText } from "~/form-engine/answer-text";
import { notAnswered } from "~/form-engine/not-answered";
import { pdfColors } from "~/pdf/ink";
import { breadth, type Element, left, type Paper } from "~/pdf/paper.server";
import { drawHeading, drawRule, drawSmallHeading } from "~/pdf/pieces.server";

const question = { face: "text", size: 9.5, colour: pdfColors.stone, gap: 1.5 } as const;
const answerStyle = { face: "text", size: 10, colour: pdfColors.text, gap: 1.5 } as const;
const nothing = { ...answerStyle, colour: pdfColors.line } as const;
const correction = { face: "strong", size: 8.5, colour: pdfColors.sea, gap: 1.5 } as const;
const widths = { question: 186, gap: 18 };
const answerLeft = left + widths.question + widths.gap;
const answerWidth = breadth - widths.question - widths.gap;

/** Draws one step: questions, answers, and the corrections at each. */
export function drawStep(paper: Paper, step: ShownStep, amendments: readonly Amendment[]): void {
  drawHeading(paper, step.title);
  drawRule(paper, pdfColors.gold);
  const names = step.answers.map(({ name }) => name);
  const byQuestion = amendmentsByQuestion(names, amendments);
  const standAt = (name: string) => byQuestion.get(name) ?? [];
  let list = "";
  for (const run of runsOf(step.answers)) {
    const name = run.entry === undefined ? "" : run.key.replace(/-\d+$/, "");
    if (name !== list) drawCorrections(paper, list ? standAt(list) : []);
    list = name;
    if (run.entry === undefined) drawTable(paper, run.rows, standAt);
    else {
      drawSmallHeading(paper, run.entry);
      drawRule(paper);
      drawTable(paper, run.rows, () => []);
    }
  }
  // Corrections of a list, or of a question that is not in the record.
  drawCorrections(paper, [...(list ? standAt(list) : []), ...standAt("")]);
  paper.y += 14;
}

/** Corrections without a row of their own in the record. */
function drawCorrections(paper: Paper, amendments: readonly Amendment[]): void {
  if (amendments.length === 0) return;
  const table = paper.group("Table");
  for (const amendment of amendments) drawCorrection(paper, table, amendment, amendment.label);
}

function drawTable(paper: Paper, rows: readonly AnswerRow[], standAt: (name: string) => Amendment[]): void {
  const table = paper.group("Table");
  for (const { input, label, answer } of rows) {
    drawRow(paper, table, label, answer ?? notAnswered, answer !== null && answer !== undefined);
    for (const amendment of standAt(input))
      drawCorrection(paper, table, amendment, amendment.question === input ? "" : amendment.label);
  }
}

function drawRow(paper: Paper, table: Element, text: string, answer: string, isAnswered: boolean): void {
  const row = paper.group("TR", table);
  const style = isAnswered ? answerStyle : nothing;
  paper.flow(
    [
      { type: "TH", text, style: question, x: left, width: widths.question },
      { type: "TD", text: answer, style, x: answerLeft, width: answerWidth },
    ],
    row,
    5.5,
  );
  drawRule(paper);
}

/** A correction below its question: before, after, day and signature. */
function drawCorrection(paper: Paper, table: Element, amendment: Amendment, label: string): void {
  const { wasAsked, isAsked, before, after, signature, signedAt } = amendment;
  const was = wasAsked ? inWords(amendment, before) : notAsked;
  const is = isAsked ? inWords(amendment, after) : noLongerAsked;
  const signed = `${label ? `${label}\n` : ""}Corrected and signed on ${nassauLongDate(signedAt)} by ${signature}`;
  const row = paper.group("TR", table);
  const behind = (top: number, height: number) => {
    paper.doc.rect(left, top, breadth, height).fill("#fdf6e6");
    paper.doc.rect(left, top, 2.5, height).fill(pdfColors.gold);
  };
  const inset = 10;
  paper.flow(
    [
      { type: "TH", text: signed, style: correction, x: left + inset, width: widths.question - inset },
      {
        type: "TD",
        text: `Before: ${was}\nAfter: ${is}`,
        style: answerStyle,
        x: answerLeft,
        width: answerWidth - inset,
      },
    ],
    row,
    6,
    behind,
  );
  drawRule(paper);
}

/** An answer as text; a list with the questions of each entry. */
function inWords({ question, label, entry, stepCode }: Amendment, answer: SignedAnswer["answer"]): string {
  const shown = shownAnswer(
    { name: question, label, answer, ...(entry ? { entry } : {}) },
    stepByCode(stepCode),
  ).answer;
  if (shown === null) return notAnswered;
  if (typeof shown === "string") return shown;
  if (shown.length === 0) return answerAsText(answer) || "None";
  const entries = shown.map(({ title, answers }) =>
    [title, ...answers.map((part) => `${part.label}: ${part.answer ?? notAnswered}`)].join("\n"),
  );
  return `\n${entries.join("\n")}`;
}

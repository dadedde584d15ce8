import { ListPlus } from "lucide-react";
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { DueText } from "~/accounts/owners/due-text";
import { nassauTime } from "~/core/time";
import { ButtonLink } from "~/ui/button";
import { FieldError } from "~/ui/forms/field";
import { useKeys } from "~/ui/keys/keys";
import { TextLink } from "~/ui/link";
import { StaffName } from "~/ui/staff-name";
import type { DeskTask, DeskTasks } from "./read-tasks.server";
import { TaskTick } from "./task-tick";

/** The rest is folded, because the column has other things in it. */
const openShown = 8;
const doneShown = 3;

type CaseTasksProps = { id: string; tasks: DeskTasks };

/** What the office has to do in a case, in the column next to it. */
export function CaseTasks({ id, tasks: { open, done, isClosed } }: CaseTasksProps) {
  const section = useRef<HTMLElement>(null);
  const onTick = useTickFocus(section, [...open, ...done]);
  useKeys("On this page", [
    {
      keys: ["t"],
      does: "Go to the first open task",
      can: () => firstOpen(section) !== undefined,
      run: () => focusOn(firstOpen(section)),
    },
  ]);
  const [refused, setRefused] = useState<{ task: string; message: string } | null>(null);
  const onRefused = ({ id: task, title }: DeskTask, problem: string) =>
    setRefused({ task, message: `“${title}”: ${problem}` });
  const hasLine = [...open, ...done].some((task) => task.id === refused?.task);
  const task = (task: DeskTask) => <Task key={task.id} {...{ id, task, isClosed, onTick, onRefused }} />;
  return (
    <section ref={section} id="tasks" aria-labelledby="tasks-title" className="scroll-mt-16 lg:scroll-mt-4">
      <h2 id="tasks-title" className="font-sans text-base font-semibold tracking-normal">
        Tasks
        {open.length > 0 ? <span className="ml-2 text-sm font-normal text-stone">{open.length} open</span> : null}
      </h2>
      {refused && !hasLine ? (
        <div role="alert">
          <FieldError id="tasks">{refused.message}</FieldError>
        </div>
      ) : null}
      {open.length + done.length === 0 ? <p className="text-sm text-stone">None yet.</p> : null}
      <ul className="empty:hidden">{open.slice(0, openShown).map(task)}</ul>
      <Folded title={`${open.length - openShown} more open`} tasks={open.slice(openShown)} task={task} />
      <ul className="empty:hidden">{done.slice(0, doneShown).map(task)}</ul>
      <Folded title={`${done.length - doneShown} more done`} tasks={done.slice(doneShown)} task={task} />
      {isClosed ? null : (
        <ButtonLink
          to={`/admin/applications/${id}/tasks`}
          variant="outline"
          size="sm"
          className="mt-1.5"
          before={<ListPlus aria-hidden />}
        >
          Add a task
        </ButtonLink>
      )}
    </section>
  );
}

type FoldedProps = { title: string; tasks: readonly DeskTask[]; task: (task: DeskTask) => ReactNode };

function Folded({ title, tasks, task }: FoldedProps) {
  if (tasks.length === 0) return null;
  return (
    <details>
      <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-xs text-sm font-semibold text-sea-ink hover:underline">
        {title}
      </summary>
      <ul>{tasks.map(task)}</ul>
    </details>
  );
}

type TaskProps = {
  id: string;
  task: DeskTask;
  isClosed: boolean;
  onTick: () => void;
  onRefused: (task: DeskTask, problem: string) => void;
};

function Task({ id, task, isClosed, onTick, onRefused }: TaskProps) {
  const { title, done } = task;
  return (
    <li className="flex items-start justify-between gap-x-3 py-0.5">
      <TaskTick
        applicationId={id}
        task={{ id: task.id, title, isDone: done !== null }}
        label={
          <span dir="auto" className={done ? "text-stone line-through wrap-anywhere" : "wrap-anywhere"}>
            {title}
          </span>
        }
        hint={<Facts task={task} isClosed={isClosed} />}
        disabled={isClosed}
        onTick={onTick}
        onRefused={(problem) => onRefused(task, problem)}
        className="min-w-0"
      />
      {done || isClosed ? null : (
        <TextLink
          to={`/admin/applications/${id}/tasks?change=${task.id}`}
          className="mt-1 inline-flex min-h-6 shrink-0 items-center text-xs"
        >
          Edit<span className="sr-only"> {title}</span>
        </TextLink>
      )}
    </li>
  );
}

function Facts({ task: { note, due, waitsFor, done }, isClosed }: Pick<TaskProps, "task" | "isClosed">) {
  return (
    <span className="block text-xs">
      {note ? (
        <span dir="auto" className="block whitespace-pre-line wrap-anywhere">
          {note}
        </span>
      ) : null}
      {done ? (
        <>
          <StaffName name={done.by} email={done.byEmail} />, {nassauTime(done.at)}
        </>
      ) : isClosed ? (
        "Closed with the case"
      ) : due.day ? (
        <>
          Due <DueText due={due} />
        </>
      ) : waitsFor ? (
        `No due date yet: ${waitsFor}.`
      ) : null}
    </span>
  );
}

const boxesIn = (section: RefObject<HTMLElement | null>) => [
  ...(section.current?.querySelectorAll<HTMLInputElement>("[data-tick]:not(:disabled)") ?? []),
];
const firstOpen = (section: RefObject<HTMLElement | null>) => boxesIn(section).find(({ checked }) => !checked);

function focusOn(element: HTMLElement | undefined): boolean {
  element?.scrollIntoView({ block: "nearest" });
  element?.focus({ preventScroll: true });
  return element !== undefined;
}

/** A task that is pressed moves in the list. The focus goes to the one in its place. */
function useTickFocus(section: RefObject<HTMLElement | null>, tasks: readonly DeskTask[]): () => void {
  const pressed = useRef(-1);
  const order = tasks.map(({ id, done }) => `${id} ${done !== null}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the order is another one.
  useLayoutEffect(() => {
    const index = pressed.current;
    pressed.current = -1;
    if (index < 0 || document.activeElement !== document.body) return;
    const boxes = boxesIn(section);
    focusOn(boxes[Math.min(index, boxes.length - 1)]);
  }, [order]);
  return () => {
    pressed.current = boxesIn(section).findIndex((box) => box.matches(":focus"));
  };
}

import { type ReactNode, useEffect, useEffectEvent, useId } from "react";
import { useFetcher, useLocation } from "react-router";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { useScripted } from "~/ui/use-scripted";

export type TickResult = { problem: string | null };

type TaskTickProps = {
  applicationId: string;
  task: { id: string; title: string; isDone: boolean };
  /** What is shown for the title, and below it. */
  label?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  /** Called when it is pressed. */
  onTick?: () => void;
  /** Called once for each refusal, because the line of a task that no longer exists goes with the next reload. */
  onRefused?: (problem: string) => void;
  /** False if `onRefused` shows every refusal. */
  isErrorShown?: boolean;
  className?: string | undefined;
};

/** A task as a checkbox that saves at once. Without a script a button does the same and returns to this page. */
export function TaskTick(props: TaskTickProps) {
  const { applicationId, task, label, hint, disabled, onTick, onRefused, isErrorShown = true, className } = props;
  const { pathname, search } = useLocation();
  const scripted = useScripted();
  const fetcher = useFetcher<TickResult>({ key: `task ${task.id}` });
  const id = useId();
  const action = `/admin/applications/${applicationId}/tasks`;
  const sent = fetcher.formData?.get("intent");
  const isDone = sent ? sent === "tick" : task.isDone;
  const refuse = useEffectEvent((problem: string) => onRefused?.(problem));
  useEffect(() => {
    if (fetcher.data?.problem) refuse(fetcher.data.problem);
  }, [fetcher.data]);
  return (
    <fetcher.Form method="post" action={action} data-keep="no" className={className}>
      <input type="hidden" name="task" value={task.id} />
      <input type="hidden" name="back" value={`${pathname}${search}`} />
      {scripted ? <input type="hidden" name="quiet" value="yes" /> : null}
      <Checkbox
        id={id}
        size="sm"
        label={label ?? task.title}
        hint={hint}
        error={isErrorShown ? fetcher.data?.problem : undefined}
        checked={isDone}
        disabled={disabled}
        autoComplete="off"
        data-tick=""
        onChange={({ currentTarget: { form, checked } }) => {
          onTick?.();
          const sending = new FormData(form ?? undefined);
          sending.set("intent", checked ? "tick" : "open");
          void fetcher.submit(sending, { method: "post", action, preventScrollReset: true });
        }}
      />
      {disabled ? null : (
        <Button
          type="submit"
          name="intent"
          value={task.isDone ? "open" : "tick"}
          variant="outline"
          size="sm"
          className="not-noscript:hidden"
        >
          {task.isDone ? "Open again" : "Mark as done"}
          <span className="sr-only">: {task.title}</span>
        </Button>
      )}
    </fetcher.Form>
  );
}

import type { ReactNode } from "react";
import { maxTaskNote, maxTaskTitle, maxTemplateTasks } from "~/core/tasks/task-events";
import { Input, Textarea } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import type { Control } from "../fields/fields";
import { inputsOf, isBlank, type TaskInputs, taskInputsOf } from "../kinds/tasks/task-rows";
import type { FieldView } from "../read-editor.server";
import { Labeled, MovableRows, type ShownRow } from "./movable-rows";

type TaskRowsProps = {
  id: string;
  field: FieldView;
  boxes: readonly string[];
  problem: string | undefined;
  hint: ReactNode;
  control: Extract<Control, { as: "tasks" }>;
};

const blank: TaskInputs = { key: "", place: "", title: "", note: "", days: "", event: "" };

/** The tasks of a service in order. */
export function TaskRows({ control, ...field }: TaskRowsProps) {
  const rows = { noun: "task", most: maxTemplateTasks, blank, isBlank, readRows: taskInputsOf, writeRow: inputsOf };
  return (
    <MovableRows {...field} {...rows}>
      {(shown) => <TaskRow {...shown} control={control} />}
    </MovableRows>
  );
}

type TaskRowProps = ShownRow<TaskInputs> & { control: TaskRowsProps["control"] };

/** The inputs are sent in the order of `inputsOf`. */
function TaskRow({ id, name, title, row, bound, buttons, control }: TaskRowProps) {
  return (
    <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 gap-y-2">
      <input type="hidden" name={name} value={row.key} />
      <Labeled id={`${id}-place`} of={title} label="Place">
        <Input {...bound("place")} size="sm" inputMode="numeric" autoComplete="off" />
      </Labeled>
      <Labeled id={`${id}-title`} of={title} label="What has to be done">
        <Input {...bound("title")} size="sm" maxLength={maxTaskTitle} dir="auto" autoComplete="off" data-first="" />
      </Labeled>
      <div className="col-span-full grid gap-2 sm:col-start-2">
        <Labeled id={`${id}-note`} of={title} label="Note">
          <Textarea
            {...bound("note")}
            size="sm"
            rows={1}
            maxLength={maxTaskNote}
            dir="auto"
            className="min-h-0! py-2!"
          />
        </Labeled>
        <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
          <div className="grid min-w-0 grow grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 sm:max-w-md">
            <Labeled id={`${id}-days`} of={title} label="Days">
              <Input {...bound("days")} size="sm" inputMode="numeric" autoComplete="off" />
            </Labeled>
            <Labeled id={`${id}-event`} of={title} label="Due">
              <Select {...bound("event")} size="sm" placeholder="No due date" options={control.events} />
            </Labeled>
          </div>
          {buttons}
        </div>
      </div>
    </div>
  );
}

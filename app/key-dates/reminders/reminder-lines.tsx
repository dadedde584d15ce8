import { TextLink } from "~/ui/link";
import { describeProblem, describeReminders, notifiedPath, type ReminderState } from "./reminder-words";

/** What became of the reminders of a key date: sent, told, stopped, not delivered. `name`: the key date's. */
export function ReminderLines({ id, name, state }: { id: string; name: string; state: ReminderState }) {
  return (
    <>
      {describeReminders(state).map((text) => (
        <p key={text} className="text-xs text-stone">
          {text}
        </p>
      ))}
      {state.problem ? (
        <p className="text-xs">
          <strong className="font-semibold text-error wrap-anywhere">{describeProblem(state.problem)}</strong>{" "}
          <TextLink to={notifiedPath(id)} className="inline-flex min-h-6 items-center">
            I told them<span className="sr-only">: {name}</span>
          </TextLink>
        </p>
      ) : null}
    </>
  );
}

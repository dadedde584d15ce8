import { useRevalidator } from "react-router";
import { TaskTick } from "~/cases/tasks/desk/task-tick";
import { classNames } from "~/ui/class-names";
import { Badge, SampleMark } from "~/ui/lists/badge";
import { useToast } from "~/ui/notices/toast";
import { PageLink } from "~/ui/page-link";
import type { Line } from "./lines";

/** Items that link to their subject; the whole row is the link, next to the box of a task. */
export function LineList({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="divide-y divide-line border-t border-line">
      {lines.map(({ id, to, name, number, says, alert, told, task, isMine, isSample }) => (
        <li key={id} className="flex items-center hover:bg-foam max-sm:items-start noscript:flex-wrap">
          {task ? <LineTick id={id} task={task} /> : null}
          <PageLink
            to={to}
            data-row={id}
            className={classNames(
              "flex min-h-9 min-w-0 grow flex-wrap items-center gap-x-3 py-1.5 pr-4 -outline-offset-3 max-sm:min-h-11 sm:flex-nowrap sm:pr-5",
              task ? "pl-0" : "pl-4 sm:pl-5",
            )}
          >
            <bdi className="min-w-0 truncate font-medium sm:w-60 sm:shrink-0">{name}</bdi>
            {isSample ? <SampleMark short className="sm:order-last" /> : null}
            {isMine ? (
              <Badge tone="teal" className="sm:order-last">
                Yours
              </Badge>
            ) : null}
            {number ? (
              <span className="shrink-0 font-mono text-xs text-stone max-sm:ml-auto sm:w-36">{number}</span>
            ) : (
              <span className="shrink-0 max-sm:hidden sm:w-36" />
            )}
            <span className="min-w-0 flex-1 text-stone max-sm:basis-full max-sm:wrap-anywhere sm:truncate">
              {says}
              {alert ? (
                <>
                  {" · "}
                  <strong className="font-semibold whitespace-nowrap text-error">{alert}</strong>
                </>
              ) : null}
            </span>
          </PageLink>
          {told ? (
            <PageLink
              to={told}
              className="mr-4 inline-flex min-h-9 shrink-0 items-center rounded-xs text-sm font-semibold text-sea-ink hover:underline max-sm:min-h-11 sm:mr-5"
            >
              I told them<span className="sr-only">: {name}</span>
            </PageLink>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/**
 * A refusal is a toast alone, because the line of a task that no longer exists disappears with the reload, perhaps with
 * its whole group.
 */
function LineTick({ id, task: { applicationId, title } }: { id: string; task: NonNullable<Line["task"]> }) {
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const refuse = (message: string) => {
    show({ tone: "error", title: `“${title}” was not saved`, message });
    // The router loads nothing again after a refusal.
    void revalidate();
  };
  return (
    <TaskTick
      applicationId={applicationId}
      task={{ id, title, isDone: false }}
      label={<span className="sr-only">Done: {title}</span>}
      onRefused={refuse}
      isErrorShown={false}
      className="pl-4 max-sm:pt-2 sm:pl-5"
    />
  );
}

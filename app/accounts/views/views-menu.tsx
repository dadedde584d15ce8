import { Check } from "lucide-react";
import { Form } from "react-router";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { DropMenu } from "~/ui/lists/drop-menu";
import { PageLink } from "~/ui/page-link";
import { StaffName } from "~/ui/staff-name";
import type { ViewFormResult } from "./view-form.server";
import { longestName } from "./view-words";
import type { ListedView, OpenView } from "./views.server";

export type ViewsMenuProps = {
  /** The list, and its present filters as in the URL. */
  path: string;
  here: string;
  view: OpenView | null;
  views: readonly ListedView[];
  /** A new view's id: a form sent twice creates one. */
  newView: string;
  answer: ViewFormResult | undefined;
};

export function ViewsMenu({ path, here, view, views, newView, answer }: ViewsMenuProps) {
  const isChanged = view !== null && here !== view.search;
  return (
    <DropMenu
      label={<span className="truncate">{view ? `View: ${view.name}${isChanged ? " (changed)" : ""}` : "Views"}</span>}
      isSet={view !== null}
      open={answer !== undefined}
      className="md:max-w-60"
    >
      <ViewLinks path={path} view={view} views={views} />
      {view?.mayChange ? (
        <ChangeForms key={view.id} here={here} view={view} isChanged={isChanged} answer={answer} />
      ) : null}
      <SaveForm here={here} newView={newView} answer={answer?.view === "" ? answer : undefined} />
    </DropMenu>
  );
}

function ViewLinks({ path, view, views }: Pick<ViewsMenuProps, "path" | "view" | "views">) {
  if (views.length === 0) return <p className="px-2 py-1.5 text-xs text-stone">No views yet.</p>;
  return (
    <ul aria-label="Saved views" className="grid">
      {views.map(({ id, name, isOwn, isShared, by, byEmail }) => (
        <li key={id}>
          <PageLink
            to={`${path}?view=${id}`}
            aria-current={id === view?.id ? "true" : undefined}
            className="flex min-h-8 items-center gap-2 rounded-sm px-2 py-1 hover:bg-foam aria-[current]:font-semibold max-md:min-h-11"
          >
            <span className="min-w-0 flex-1 truncate" title={name}>
              {name}
            </span>
            {isOwn && !isShared ? null : (
              <span className="max-w-1/2 shrink-0 truncate text-xs text-stone">
                {isOwn ? "Shared" : <StaffName name={by} email={byEmail} />}
              </span>
            )}
            {id === view?.id ? <Check aria-hidden className="size-4 shrink-0" /> : null}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

type ChangeProps = Pick<ViewsMenuProps, "here" | "answer"> & { view: OpenView; isChanged: boolean };

function ChangeForms({ here, view, isChanged, answer }: ChangeProps) {
  const refused = answer?.view === view.id ? answer : undefined;
  const press = (intent: string, label: string, more: Record<string, string> = {}) => (
    <Form key={intent} method="post">
      {Object.entries({ intent, view: view.id, ...more }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="outline" size="sm">
        {label}
      </Button>
    </Form>
  );
  return (
    <div className="mt-2 grid gap-2 border-t border-line px-2 pt-3">
      <Form method="post" data-keep="page" className="grid gap-2">
        <input type="hidden" name="intent" value="view-rename" />
        <input type="hidden" name="view" value={view.id} />
        <Field id="view-rename" label="Name of this view" size="sm" error={refused?.problem}>
          <Input
            name="name"
            size="sm"
            defaultValue={refused?.name ?? view.name}
            maxLength={longestName + 20}
            autoComplete="off"
          />
        </Field>
        <Button type="submit" variant="outline" size="sm" className="w-fit">
          Rename
        </Button>
      </Form>
      <div className="flex flex-wrap gap-1.5">
        {isChanged ? press("view-keep", "Update this view", { search: here }) : null}
        {view.isShared
          ? press("view-share", "Stop sharing", { shared: "no" })
          : press("view-share", "Share with everyone", { shared: "yes" })}
        {press("view-delete", "Delete this view")}
      </div>
    </div>
  );
}

function SaveForm({ here, newView, answer }: Pick<ViewsMenuProps, "here" | "newView" | "answer">) {
  return (
    <Form method="post" className="mt-2 grid gap-2 border-t border-line px-2 pt-3 pb-1">
      <input type="hidden" name="intent" value="view-save" />
      <input type="hidden" name="view" value={newView} />
      <input type="hidden" name="search" value={here} />
      <Field id="view-name" label="Name of a new view" size="sm" error={answer?.problem}>
        <Input
          name="name"
          size="sm"
          defaultValue={answer?.name ?? ""}
          maxLength={longestName + 20}
          autoComplete="off"
        />
      </Field>
      <Button type="submit" size="sm" className="w-fit">
        Save this view
      </Button>
    </Form>
  );
}

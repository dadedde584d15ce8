import { data, redirect } from "react-router";
import type { StaffContext } from "~/accounts/staff.server";
import { stripInvalidCharacters } from "~/core/text-input";
import { statusOf } from "~/core/verbs/refused";
import type { ViewedList } from "./view-words";
import { changeView, deleteView, saveView } from "./views.server";

/** `view`: the id, empty for a new one; `name`: as typed. */
export type ViewFormResult = { view: string; problem: string; name: string };

type List = {
  name: ViewedList;
  path: string;
  /** Drops parameters without meaning. */
  filtersOf: (search: URLSearchParams) => string;
};

/** Handles the forms of a list's views; null for other forms. */
export async function handleViewsForm({ name: list, path, filtersOf }: List, by: StaffContext, form: FormData) {
  const intent = form.get("intent");
  const search = filtersOf(new URLSearchParams(String(form.get("search") ?? "")));
  const fields = Object.fromEntries(form);
  const view = String(form.get("view") ?? "");
  if (intent === "view-save") return outcome(path, form, "", await saveView(by, list, { ...fields, search }));
  if (intent === "view-rename" || intent === "view-share")
    return outcome(path, form, view, await changeView(by, { view, name: fields.name, shared: fields.shared }));
  if (intent === "view-keep") return outcome(path, form, view, await changeView(by, { view, search }));
  if (intent === "view-delete") {
    const deleted = await deleteView(by, { view });
    if (!deleted.ok) return outcome(path, form, view, deleted);
    throw redirect(path);
  }
  return null;
}

type Result = Awaited<ReturnType<typeof saveView>>;

function outcome(path: string, form: FormData, view: string, result: Result | Awaited<ReturnType<typeof deleteView>>) {
  if (result.ok) throw redirect("id" in result ? `${path}?view=${result.id}` : path);
  const viewed: ViewFormResult = {
    view,
    problem: result.message || "This was not saved. Please try again.",
    name: stripInvalidCharacters(String(form.get("name") ?? "")),
  };
  return data({ viewed }, statusOf(result));
}

import { redirect } from "react-router";
import { exportAction } from "~/accounts/exports/answer-export.server";
import { exportPeople } from "./export-people.server";
import { readPeopleFilters } from "./list.server";

const list = "/admin/people";
export const loader = () => redirect(list);

/** `/admin/people/export`: the CSV of everybody that the list's search finds. */
export const action = exportAction(list, (by, { url }) => exportPeople(by, readPeopleFilters(url.searchParams)));

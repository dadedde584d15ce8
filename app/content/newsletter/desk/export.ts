import { redirect } from "react-router";
import { exportAction } from "~/accounts/exports/answer-export.server";
import { requireSuperAdmin } from "~/accounts/staff.server";
import { exportSubscribers } from "./subscribers.server";

const list = "/admin/content/newsletter";
export const loader = () => redirect(list);

/** `/admin/content/newsletter/export`: the CSV of all who get the next issue. */
export const action = exportAction(list, exportSubscribers, requireSuperAdmin);

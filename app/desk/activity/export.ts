import { redirect } from "react-router";
import { readActivityFilters } from "~/accounts/activity/read.server";
import { exportAction } from "~/accounts/exports/answer-export.server";
import { requireSuperAdmin } from "~/accounts/staff.server";
import { exportActivity } from "./export-activity.server";

const list = "/admin/activity";
export const loader = () => redirect(list);

export const action = exportAction(
  list,
  (by, { url }) => exportActivity(by, readActivityFilters(url.searchParams)),
  requireSuperAdmin,
);

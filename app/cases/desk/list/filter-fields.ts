import type { NamedAdmin } from "~/accounts/admins/names.server";
import { ageOptions, dueOptions, ownerOptions } from "~/accounts/owners/owned-filters";
import { applicationStatuses, paymentStatuses } from "~/db/schema/values";
import type { SelectOption } from "~/ui/forms/select";
import { statusLook } from "~/ui/lists/status-badge";
import { endsOptions, taskOptions } from "./ends";
import type { ListFilters } from "./filters.server";

type FilterFieldsProps = {
  filters: ListFilters;
  overdue: number;
  people: { admins: NamedAdmin[] };
  choices: Record<"services" | "countries" | "columns" | "sorts", SelectOption[]>;
};

const all = (label: string): SelectOption => ({ value: "all", label });
const labelled = (values: readonly string[]) => values.map((value) => ({ value, label: statusLook(value).label }));

const turnOptions = [
  all("Anyone’s turn"),
  { value: "office", label: "Our turn" },
  { value: "applicant", label: "The applicant’s turn" },
  { value: "authority", label: "The authority’s turn" },
];

const waitsOptions = [
  all("Anything waiting"),
  { value: "answered", label: "Requests answered" },
  { value: "overdue", label: "Requests overdue" },
  { value: "withdrawal", label: "Withdrawals asked for" },
  { value: "unverified", label: "Unverified emails" },
];

/** The filter fields of the list's form. */
export function filterFields({ filters, overdue, people, choices }: FilterFieldsProps) {
  const { status, owner, service, country, age, due, payment, turn, answer, waits, ends, tasks, sort } = filters;
  const shown = filters.columns.length > 0 ? filters.columns : choices.columns.map(({ value }) => value);
  return {
    menus: [
      { name: "status", label: "Status", all: "All statuses", values: status, options: labelled(applicationStatuses) },
    ],
    selects: [
      { name: "owner", label: "Owner", value: owner, options: ownerOptions(people.admins) },
      { name: "service", label: "Service", value: service, options: [all("Any service"), ...choices.services] },
      { name: "country", label: "Country", value: country, options: [all("Any country"), ...choices.countries] },
      { name: "age", label: "Age", value: age, options: ageOptions },
      { name: "due", label: "Due date", value: due, options: dueOptions },
      {
        name: "payment",
        label: "Payment",
        value: payment,
        options: [all("Any payment"), ...labelled(paymentStatuses)],
      },
      { name: "turn", label: "Whose turn", value: turn, options: turnOptions },
      {
        name: "answer",
        label: "Messages",
        value: answer,
        options: [
          all("All messages"),
          { value: "overdue", label: `Answer overdue (${overdue.toLocaleString("en-US")})` },
        ],
      },
      { name: "ends", label: "Ends", value: ends, options: endsOptions },
      { name: "tasks", label: "Tasks", value: tasks, options: taskOptions },
      // Shown only when set: Today links here with it, and the row has no room for a rarely used filter.
      ...(waits === "all" ? [] : [{ name: "waits", label: "Waiting", value: waits, options: waitsOptions }]),
      { name: "sort", label: "Order", value: sort, options: choices.sorts },
    ],
    endMenus: [
      {
        name: "columns",
        label: "Columns",
        values: shown,
        allIsNone: true,
        options: choices.columns,
      },
    ],
  };
}

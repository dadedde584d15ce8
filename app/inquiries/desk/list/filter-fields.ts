import type { NamedAdmin } from "~/accounts/admins/names.server";
import { ageOptions, dueOptions, ownerOptions } from "~/accounts/owners/owned-filters";
import { inquiryStatuses } from "~/db/schema/values";
import { inquiryStatusLabel } from "~/inquiries/inquiry-status";
import type { SelectOption } from "~/ui/forms/select";
import type { InquiryFilters } from "./filters.server";

type FilterFieldsInput = {
  filters: InquiryFilters;
  people: { admins: NamedAdmin[] };
  choices: { services: string[]; countries: { code: string; name: string }[]; columns: SelectOption[] };
};

const all = (label: string): SelectOption => ({ value: "all", label });

const priorityOptions = [
  all("Any priority"),
  { value: "yes", label: "Priority only" },
  { value: "no", label: "Without priority" },
];

/** The fields of the list's filter form. */
export function filterFields({ filters, people, choices }: FilterFieldsInput) {
  const { status, owner, service, country, age, due, priority, unanswered } = filters;
  const shown = filters.columns.length > 0 ? filters.columns : choices.columns.map(({ value }) => value);
  // Keep a selected service selectable after it was removed from the site.
  const services = choices.services.includes(service) || service === "all" ? [] : [service];
  return {
    menus: [
      {
        name: "status",
        label: "Status",
        all: "All statuses",
        values: status,
        options: inquiryStatuses.map((value) => ({ value, label: inquiryStatusLabel(value) })),
      },
    ],
    selects: [
      { name: "owner", label: "Owner", value: owner, options: ownerOptions(people.admins) },
      {
        name: "service",
        label: "Service",
        value: service,
        options: [all("Any service"), ...[...services, ...choices.services].map((value) => ({ value, label: value }))],
      },
      {
        name: "country",
        label: "Residence",
        value: country,
        options: [all("Any residence"), ...choices.countries.map(({ code, name }) => ({ value: code, label: name }))],
      },
      { name: "age", label: "Age", value: age, options: ageOptions },
      { name: "due", label: "Due date", value: due, options: dueOptions },
      { name: "priority", label: "Priority", value: priority, options: priorityOptions },
      {
        name: "unanswered",
        label: "Answer",
        value: unanswered,
        options: [
          all("Answered or not"),
          { value: "yes", label: "Unanswered" },
          { value: "late", label: "Overdue answer" },
          { value: "reply", label: "Replies to our answers" },
        ],
      },
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

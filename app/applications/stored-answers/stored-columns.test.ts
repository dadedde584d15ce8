import { expect, test } from "vitest";
import { testDatabase } from "../../../test/harness/in-process/test-database";

const database = testDatabase();

const columnsOf = (table: string) =>
  database.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1`,
    [table],
  );

const columns: [title: string, table: string, names: string][] = [
  [
    "[W-STORE-29] what an application is",
    "visa_applications",
    "id application_number visa_service_id user_email application_type status total_amount_due payment_status",
  ],
  [
    "[W-STORE-30] how far an application is",
    "visa_applications",
    "current_step total_steps completion_percentage resume_token created_at submitted_at last_updated_at metadata",
  ],
  [
    "[W-STORE-31] a service",
    "visa_services",
    "id country_id service_name description processing_time validity_period total_price visa_type",
  ],
  ["[W-STORE-31] its country", "countries", "code flag_emoji"],
  [
    "[W-CONF-7] the steps of a service",
    "country_form_configurations",
    "visa_service_id country_id step_definition_id is_visible step_order custom_title",
  ],
  [
    "[W-CONF-8] a step that can be configured",
    "form_step_definitions",
    "step_code step_name component_name step_type is_active estimated_time_minutes",
  ],
];
test.each(columns)("%s is stored in %s", async (_, table, names) => {
  expect((await columnsOf(table)).map(({ name }) => name)).toEqual(expect.arrayContaining(names.split(" ")));
});

test("[W-STORE-30] the answers are stored as JSON", async () => {
  expect(await columnsOf("visa_applications")).toContainEqual({ name: "metadata", type: "jsonb" });
});

test("[W-CONF-8] a step is either standard or an add-on", async () => {
  const kinds = await database.query("select distinct step_type::text as kind from form_step_definitions order by 1");
  expect(kinds).toEqual([{ kind: "addon" }, { kind: "standard" }]);
  await expect(database.query("update form_step_definitions set step_type = 'extra'")).rejects.toThrow("step_type");
});

test("[W-STORE-32] money is numeric(10,2), and every timestamp has a time zone", async () => {
  const wrong = await database.query(
    `select table_name, column_name, data_type, numeric_precision, numeric_scale from information_schema.columns
     where table_schema = 'public' and (data_type in ('timestamp without time zone', 'money', 'double precision', 'real')
       and (table_name, column_name) <> ('report_figures', 'median')
       or column_name ~ '(price|fee|amount|income|_due|_paid)' and data_type = 'numeric'
         and (table_name, column_name) <> ('report_figures', 'amount')
         and (numeric_precision, numeric_scale) <> (10, 2))`,
  );
  expect(wrong).toEqual([]);
  const [money] = await database.query<{ count: number }>(
    `select count(*)::int as count from information_schema.columns
     where table_schema = 'public' and data_type = 'numeric' and numeric_precision = 10 and numeric_scale = 2`,
  );
  expect(money?.count).toBeGreaterThanOrEqual(6);
});

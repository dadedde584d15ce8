import { sql } from "drizzle-orm";
import { boolean, check, integer, pgEnum, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { countries, visaServices } from "./catalogue";
import { id } from "./columns";
import { stepTypes } from "./values";

export const stepType = pgEnum("step_type", stepTypes);

export const formStepDefinitions = pgTable(
  "form_step_definitions",
  {
    id: id(),
    stepCode: text().notNull().unique(),
    stepName: text().notNull(),
    componentName: text().notNull(),
    stepType: stepType().notNull(),
    isActive: boolean().notNull().default(true),
    estimatedTimeMinutes: integer(),
  },
  (t) => [check("form_step_definitions_minutes_positive", sql`${t.estimatedTimeMinutes} > 0`)],
);

export const countryFormConfigurations = pgTable(
  "country_form_configurations",
  {
    id: id(),
    visaServiceId: uuid().references(() => visaServices.id, { onDelete: "cascade" }),
    countryId: uuid().references(() => countries.id, { onDelete: "cascade" }),
    stepDefinitionId: uuid()
      .notNull()
      .references(() => formStepDefinitions.id, { onDelete: "cascade" }),
    isVisible: boolean().notNull().default(true),
    stepOrder: integer().notNull(),
    customTitle: text(),
    hint: text(),
    help: text(),
  },
  (t) => [
    uniqueIndex().on(t.visaServiceId, t.stepDefinitionId),
    uniqueIndex().on(t.countryId, t.stepDefinitionId),
    check("country_form_configurations_one_owner", sql`num_nonnulls(${t.visaServiceId}, ${t.countryId}) = 1`),
  ],
);

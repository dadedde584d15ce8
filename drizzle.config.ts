import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./app/db/schema",
  out: "./app/db/migrations",
  casing: "snake_case",
});

import { expect } from "vitest";
import { z } from "zod";
import type { AppServer } from "./app-server";

export type Answer = { status: number; body: Record<string, unknown> };

type Json = { [name: string]: Json } & { $ref?: string };
let described: Json | undefined;
/** The OpenAPI description of an app's functions. */
export const description = async (app: AppServer): Promise<Json> => {
  described ??= (await (await fetch(`${app.url}/functions/v1/openapi.json`)).json()) as Json;
  return described;
};

/** Resolves the references of a schema. */
function whole(schema: unknown, from: Json): unknown {
  if (Array.isArray(schema)) return schema.map((part) => whole(part, from));
  if (typeof schema !== "object" || schema === null) return schema;
  if ("$ref" in schema && typeof schema.$ref === "string") {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return whole(from.components?.schemas?.[name], from);
  }
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, whole(part, from)]));
}

/** Fails if a response doesn't match its description. */
export async function expectDescribed(app: AppServer, name: string, method: string, { status, body }: Answer) {
  const from = await description(app);
  const answer = from.paths?.[`/${name}`]?.[method]?.responses?.[status];
  expect(answer, `${method} ${name} ${status} is described`).toBeDefined();
  const schema = whole(answer?.content?.["application/json"]?.schema, from);
  const read = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(body);
  expect(read.error?.issues ?? [], `${method} ${name} ${status}: ${JSON.stringify(body)}`).toEqual([]);
}

import { Busboy } from "@fastify/busboy";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formTypeOf } from "./content-type";

/** What undici finds in a form by a header: the value of its one field, or nothing. */
const readByUndici = (type: string, body: string) =>
  new Response(body, { headers: { "content-type": type } }).formData().then(
    (form) => form.get("field"),
    () => undefined,
  );

/** The same by busboy, when it is given the header as it is. */
const readByBusboy = (type: string, body: string) =>
  new Promise<string | undefined>((resolve) => {
    try {
      const parser = new Busboy({ headers: { "content-type": type } });
      let found: string | undefined;
      parser.on("field", (_, value) => {
        found = value;
      });
      parser.on("finish", () => resolve(found)).on("error", () => resolve(undefined));
      parser.end(body);
    } catch {
      resolve(undefined);
    }
  });

const part = (boundary: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="field"\r\n\r\n${value}\r\n--${boundary}--\r\n`;

const tokens = ["multipart/form-data", "application/x-www-form-urlencoded", "boundary", "BOUNDARY*", "charset"];
const characters = [";", ",", "=", '"', "\\", " ", "\t", "a", "zz", "'", "--", "utf-8", "é", ":"];
/** Headers near those that are right. */
const header = fc
  .array(fc.constantFrom(...tokens, ...characters, "multipart/form-data; boundary=", '; boundary="zz"'), {
    maxLength: 9,
  })
  .map((parts) => parts.join(""));

describe("[V-ATK-1] an accepted Content-Type and its parsers", () => {
  test("[V-ATK-1] with the boundary found, undici and busboy read any body as the same form", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          header,
          header.map((boundary) => `multipart/form-data; boundary=${boundary}`),
        ),
        async (type) => {
          const found = formTypeOf(type);
          if (found?.kind === "multipart") {
            const body = part(found.boundary, "one");
            expect([type, await readByUndici(type, body), await readByBusboy(type, body)]).toEqual([
              type,
              "one",
              "one",
            ]);
          } else if (found) {
            expect([type, await readByUndici(type, "field=one"), await readByBusboy(type, "field=one")]).toEqual([
              type,
              "one",
              "one",
            ]);
          }
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test("[V-ATK-1] a type with a comma, a second boundary or a second type is refused", () => {
    fc.assert(
      fc.property(header, header, (a, b) => {
        expect(formTypeOf(`${a},${b}`)).toBeUndefined();
        expect(formTypeOf(`multipart/form-data; boundary=a${a}; boundary=${b}`)).toBeUndefined();
      }),
    );
  });

  test("[V-ATK-1] every RFC 2046 boundary that browsers make is accepted", () => {
    const character = fc.constantFrom(..."0123456789abcxyzABCXYZ'+_.-");
    fc.assert(
      fc.property(
        fc.string({ unit: character, minLength: 1, maxLength: 69 }).map((tail) => `b${tail}`),
        (boundary) => {
          for (const written of [boundary, `"${boundary}"`])
            expect(formTypeOf(`multipart/form-data; boundary=${written}`)).toEqual({ kind: "multipart", boundary });
        },
      ),
    );
  });
});

import { factsOf, inside, readFacts } from "~/content/facts/facts.server";
import { type Facts, type ServiceFacts, unknownFacts } from "~/content/facts/texts";
import type { Queryable } from "~/db/client.server";
import type { serviceOf } from "./service-form";
import { type FieldProblem, fieldNames } from "./service-form";

type Service = Extract<ReturnType<typeof serviceOf>, { ok: true }>["service"];

/** What the texts of a service in the editor may name of itself. */
export function ownFacts(service: Service): ServiceFacts {
  const tiers = service.visaSubtypes
    .map(({ name, govFee, serviceFee, total }) => ({
      ...{ tierName: name, total: total.toFixed(2) },
      ...{ governmentFee: govFee.toFixed(2), serviceFee: serviceFee.toFixed(2) },
    }))
    .toSorted((one, other) => Number(one.total) - Number(other.total));
  const totalPrice = (Number(service.governmentFee) + Number(service.serviceFee)).toFixed(2);
  return factsOf({ ...service, totalPrice }, tiers);
}

/** One problem for each field that names a fact which nobody knows, such as the price of a deleted service. */
export async function unknownIn(from: Queryable, service: Service): Promise<FieldProblem[]> {
  const stored = await readFacts(from);
  const own = ownFacts(service);
  const facts: Facts = { ...stored, services: new Map([...stored.services, [service.slug, own]]) };
  return fieldNames.flatMap((field) => {
    const unknown: string[] = [];
    inside(service[field], (text) => {
      unknown.push(...unknownFacts(text, facts, own));
      return text;
    });
    return unknown[0] === undefined ? [] : [{ field, message: `This text does not know ${unknown[0]}` }];
  });
}

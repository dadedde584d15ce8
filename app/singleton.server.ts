const surviving = globalThis as typeof globalThis & { lucaya?: Map<string, unknown> };
surviving.lucaya ??= new Map();
const values = surviving.lucaya;

/**
 * Makes a value once per process. In development a changed file runs its module again: what has to survive that
 * (connections, registrations, what was logged at the start) comes from here. A value that changes later is a property
 * of an object.
 */
export function singleton<Value>(name: string, make: () => Value): Value {
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as Value;
}

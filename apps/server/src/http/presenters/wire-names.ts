/** Returns `maxVwapAgeMs` as `max_vwap_age_ms`. */
export function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns `max_vwap_age_ms` as `maxVwapAgeMs`. */
export function coreName(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the object with every field named as the API does. */
export function withWireNames(values: object): Record<string, unknown> {
  return renamed(values, wireName);
}

/** Returns what was given of an object, named as the core does. */
export function withCoreNames(values: object): Record<string, unknown> {
  return renamed(values, coreName);
}

function renamed(values: object, nameOf: (name: string) => string): Record<string, unknown> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [nameOf(name), value]));
}

/** Returns a JSON schema that every value of the same shape matches, for a compiled serializer. */
export function schemaOf(value: unknown): object {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) return { type: 'array', items: schemaOfItems(value) };
  if (typeof value === 'object') {
    const fields = Object.entries(value).map(([name, field]) => [name, schemaOf(field)] as const);
    return { type: 'object', properties: Object.fromEntries(fields) };
  }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  return { type: typeof value };
}

/** The items of a page differ only in what may be null. */
function schemaOfItems(items: readonly unknown[]): object {
  const [first] = items;
  if (first === undefined) return {};
  return schemaOf(first);
}

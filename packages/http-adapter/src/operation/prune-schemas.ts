const reference = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

/** The document with the named schemas that something in it refers to, and no others. */
export function pruneSchemas<
  T extends { readonly paths?: unknown; readonly components?: { readonly schemas?: object } },
>(document: T): T {
  const schemas: { readonly [name: string]: unknown } = { ...document.components?.schemas };
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part ?? null).matchAll(reference)) {
      if (name === undefined || used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit(document.paths);
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...document.components, schemas: kept } };
}

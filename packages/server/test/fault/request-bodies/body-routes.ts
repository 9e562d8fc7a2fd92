import { z } from 'zod';
import type { RegisteredRoute } from '../../http/watch-routes.ts';

/** Path of a list in a body, as field names; `0` is the one item of a list above it. */
export type ListPath = readonly string[];

/** A route that reads a body, as described by the route itself and the document of its listener. */
export interface BodyRoute extends RegisteredRoute {
  readonly listener: 'tasks' | 'local';
  /** Media types of its body; JSON where none is described. */
  readonly types: readonly string[];
  /** Names of the required fields of a body. */
  readonly required: readonly string[];
  readonly lists: readonly ListPath[];
}

/** Methods whose bodies the framework reads, whatever the route does with them. */
const withBody = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

type Schema = { readonly [word: string]: unknown };
const schema: z.ZodType<Schema> = z.record(z.string(), z.unknown());
const openapi = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        requestBody: z
          .object({ content: z.record(z.string(), z.object({ schema: schema.optional() })) })
          .optional(),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), schema).default({}) }),
});

/** The routes of one listener that read a body. */
export async function bodyRoutesOf(
  listener: BodyRoute['listener'],
  url: string,
  routes: readonly RegisteredRoute[],
): Promise<readonly BodyRoute[]> {
  const { paths, components } = openapi.parse(await (await fetch(`${url}/openapi.json`)).json());
  const definitions = new Map(Object.entries(components.schemas));
  return routes
    .filter(({ method }) => withBody.has(method))
    .map((route) => {
      const path = route.url.replaceAll(/:([a-z]+)/gi, '{$1}');
      const content = paths[path]?.[route.method.toLowerCase()]?.requestBody?.content ?? {};
      const types = Object.keys(content);
      const body = Object.values(content)[0]?.schema ?? {};
      const reader = new SchemaReader(definitions);
      const lists = reader.lists(body);
      const required = reader.required(body);
      return { ...route, listener, types: types.length === 0 ? [json] : types, required, lists };
    });
}

const json = 'application/json';

class SchemaReader {
  readonly #definitions: ReadonlyMap<string, Schema>;

  constructor(definitions: ReadonlyMap<string, Schema>) {
    this.#definitions = definitions;
  }

  required(body: Schema): readonly string[] {
    return this.#forms(body).flatMap((form) =>
      z.array(z.string()).catch([]).parse(form['required']),
    );
  }

  /** Returns every list, nested ones included. */
  lists(part: Schema, path: ListPath = []): readonly ListPath[] {
    if (path.length > 6) return [];
    return this.#forms(part).flatMap((form) => {
      const items = schema.safeParse(form['items']);
      const isList = form['type'] === 'array';
      const within = isList && items.success ? this.lists(items.data, [...path, '0']) : [];
      const properties = z.record(z.string(), schema).catch({}).parse(form['properties']);
      const fields = Object.entries(properties).flatMap(([name, field]) =>
        this.lists(field, [...path, name]),
      );
      return [...(isList ? [path] : []), ...within, ...fields];
    });
  }

  /** Returns a schema and its alternatives, with references resolved. */
  #forms(part: Schema): readonly Schema[] {
    const { $ref } = part;
    const named =
      typeof $ref === 'string' ? this.#definitions.get($ref.split('/').at(-1) ?? '') : undefined;
    const others = ['anyOf', 'oneOf', 'allOf'].flatMap((word) =>
      z.array(schema).catch([]).parse(part[word]),
    );
    return [part, ...(named === undefined ? [] : [named]), ...others].flatMap((form) =>
      form === part ? [form] : this.#forms(form),
    );
  }
}

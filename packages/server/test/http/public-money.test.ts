import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonOf, send } from './answer.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

const fieldsOf = z.record(z.string(), z.unknown());
const documentSchema = z.object({
  paths: z.record(z.string(), fieldsOf),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }).optional(),
});

/** What only an operator may know: what a film costs, who makes it, and what it is called there. */
const secrets = ['cost', 'spend', 'account', 'account_id', 'provider', 'place', 'provider_model'];

/** Names of the fields of answers a description shows, those of schemas it refers to included. */
function shownIn(
  value: unknown,
  schemas: Record<string, unknown>,
  seen = new Set<string>(),
): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => shownIn(item, schemas, seen));
  const fields = fieldsOf.safeParse(value);
  if (!fields.success) return [];
  return Object.entries(fields.data).flatMap(([name, inner]) => {
    const schema =
      name === '$ref' && typeof inner === 'string' ? (inner.split('/').at(-1) ?? '') : '';
    if (schema !== '' && !seen.has(schema))
      return shownIn(schemas[schema], schemas, seen.add(schema));
    const properties = name === 'properties' ? fieldsOf.safeParse(inner) : undefined;
    const own = properties?.success === true ? Object.keys(properties.data) : [];
    return [...own, ...shownIn(inner, schemas, seen)];
  });
}

async function publicAnswers(url: string) {
  const { paths, components } = documentSchema.parse(jsonOf(await send(`${url}/openapi.json`)));
  const open = Object.entries(paths).filter(
    ([path]) => !/^\/api\/v1\/(?:admin|workbench|auth)|^\/local-video/.test(path),
  );
  return open.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => {
      const { responses = {} } = fieldsOf.parse(route);
      return [`${method} ${path}`, shownIn(responses, components?.schemas ?? {})] as const;
    }),
  );
}

describe('[providers.money.shown] no public route', () => {
  it.each(['tasksUrl', 'localUrl'] as const)(
    'shows cost, account, place or provider model (%s)',
    async (listener) => {
      const answers = await publicAnswers(shared.gateway[listener]);
      expect(answers.length).toBeGreaterThan(3);
      expect(answers.flatMap(([, names]) => names).length).toBeGreaterThan(30);
      for (const [route, names] of answers)
        expect([route, names.filter((name) => secrets.includes(name))]).toEqual([route, []]);
    },
  );
});

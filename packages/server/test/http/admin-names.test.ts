import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonOf, send } from './response.ts';
import { eventually } from './eventually.ts';
import { instant, parked, smallest } from './prompts.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

const fieldsOf = z.record(z.string(), z.unknown());
const documentSchema = z.object({
  paths: z.record(z.string(), fieldsOf),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

/** Names chosen by an operator or a caller: families of models, ids, values of an endpoint. */
const chosen = /^[A-Za-z0-9_.:-]*\d[A-Za-z0-9_.:-]*$|^vid[A-Z]|^img[A-Z]/;
const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** Returns every field name in a response, with its path. */
function namesIn(
  value: unknown,
  prefix = '',
): readonly (readonly [prefix: string, name: string])[] {
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, prefix));
  const fields = fieldsOf.safeParse(value);
  if (!fields.success || value === null) return [];
  return Object.entries(fields.data).flatMap(([name, inner]) => [
    [prefix, name] as const,
    ...namesIn(inner, `${prefix}.${name}`),
  ]);
}

/** Returns every field name in a description. */
function describedIn(value: unknown, prefix = ''): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((item) => describedIn(item, prefix));
  const fields = fieldsOf.safeParse(value);
  if (!fields.success) return [];
  return Object.entries(fields.data).flatMap(([name, inner]) => {
    const properties = name === 'properties' ? fieldsOf.safeParse(inner) : undefined;
    const own = properties?.success === true ? Object.keys(properties.data) : [];
    return [
      ...own.map((property) => [prefix, property] as const),
      ...describedIn(inner, `${prefix}.${name}`),
    ];
  });
}

const wrong = (names: readonly (readonly [string, string])[]) =>
  names.filter(([, name]) => !snakeCase.test(name) && !chosen.test(name));

async function document() {
  return documentSchema.parse(jsonOf(await send(`${shared.gateway.localUrl}/openapi.json`)));
}

describe('names of the administration API', () => {
  it('[admin.names] are in snake_case in the description', async () => {
    const { paths, components } = await document();
    const admin = Object.entries(paths).filter(([path]) => path.startsWith('/api/v1/a'));
    expect(admin.length).toBeGreaterThan(20);
    const named = describedIn([...admin, components.schemas]);
    expect(named.length).toBeGreaterThan(200);
    expect(wrong(named)).toEqual([]);
    expect(wrong([['', 'accountId']])).toHaveLength(1);
  });

  it('[admin.names] are in snake_case in every response to a GET, and in the trails of jobs', async () => {
    const { gateway, tasks } = shared;
    const videos = [instant('a boat'), parked('a slow boat'), 'a boat [[mock:run=0s,fail=policy]]'];
    const ids: string[] = [];
    for (const prompt of videos) ids.push(taskOf(await tasks.create(smallest(prompt))).id);
    await tasks.completed(ids[0] ?? '');
    await gateway.addAccount({ credits: 1 });
    await gateway.createApiUser({ name: 'another' });
    await gateway.adminSend('PUT', 'settings', { queue_limit: 9_000 });
    const now = Date.now();
    const span = `from=${new Date(now - 3_600_000).toISOString()}&to=${new Date(now + 60_000).toISOString()}`;
    const queries: Readonly<Record<string, string>> = {
      samples: `${span}&step=60`,
      'request-logs/histogram': `${span}&bucket_ms=600000`,
      'request-logs/export': 'format=jsonl',
    };
    const { paths } = await document();
    const listed = Object.entries(paths).flatMap(([path, methods]) => {
      const name = path.replace('/api/v1/admin/', '');
      return name !== path && !name.includes('{') && 'get' in methods ? [name] : [];
    });
    expect(listed.length).toBeGreaterThan(10);
    const details = ids.map((id) => `jobs/${id}`);
    let names = 0;
    for (const path of [...listed, ...details]) {
      const response = await gateway.adminFetch(`${path}?${queries[path] ?? ''}`);
      expect([path, response.status]).toEqual([path, 200]);
      const values = response.text.split('\n').filter((line) => line !== '');
      const found = values.flatMap((line) => namesIn(JSON.parse(line), path));
      expect(wrong(found), path).toEqual([]);
      names += found.length;
    }
    expect(names).toBeGreaterThan(300);
    const money = await eventually(
      async () => {
        const { text } = await gateway.adminFetch(`jobs/${ids[0] ?? ''}`);
        return text.includes('"account_id":"') ? text : undefined;
      },
      { what: 'money of an account in the trail' },
    );
    expect(money).not.toContain('accountId');
  });
});

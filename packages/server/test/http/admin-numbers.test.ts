import { describe, expect, it } from 'vitest';
import { expectDetail } from './response.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

const mostCredits = 1_000_000_000_000;
const fields = [
  {
    path: 'accounts',
    field: 'credits',
    whole: 'must be a whole number, or null',
    least: 'must not be negative',
    most: mostCredits,
  },
  {
    path: 'accounts',
    field: 'concurrency',
    whole: 'must be a whole number',
    least: 'must be at least 1',
    most: 1_000,
  },
  {
    path: 'api-users',
    field: 'total_limit',
    whole: 'must be a whole number of credits, or null for no limit',
    least: 'must not be negative',
    most: mostCredits,
  },
] as const;

/** JSON texts that every field refuses, by the rule they break. */
const wrong = [
  ['7.1', 'whole'],
  ['1e400', 'whole'],
  ['"5"', 'whole'],
  ['true', 'whole'],
  ['[]', 'whole'],
  ['-1', 'least'],
  ['-0.5', 'least'],
  ['1000000000001', 'most'],
  ['1e20', 'most'],
  ['9007199254740993', 'most'],
] as const;

describe('numbers an administrator sends', () => {
  it.each(fields.flatMap((row) => wrong.map(([value, broken]) => ({ ...row, value, broken }))))(
    '[guessing.admin-numbers] $path $field: $value is 422 naming the limit, and nothing is stored',
    async ({ path, field, value, broken, ...row }) => {
      const rule = `${field} ${broken === 'most' ? `must be at most ${row.most}` : row[broken]}`;
      const { gateway } = shared;
      const before = (await gateway.adminFetch(path)).text;
      const name = path === 'accounts' ? '"label": "numbers"' : '"name": "numbers"';
      const send = (method: string, to: string, body: string) =>
        gateway.adminFetch(to, { method, headers: { 'content-type': 'application/json' }, body });
      const made = await send('POST', path, `{${name}, "${field}": ${value}}`);
      expect(expectDetail(made, 422)).toBe(rule);
      const [, id = ''] = /"id":"([^"]+)"/.exec(before) ?? [];
      const changed = await send('PATCH', `${path}/${id}`, `{"${field}": ${value}}`);
      expect(expectDetail(changed, 422)).toBe(rule);
      expect((await gateway.adminFetch(path)).text).toBe(before);
    },
  );

  it.each(fields)('[guessing.admin-numbers] $path $field accepts its limit', async (row) => {
    const { path, field, most } = row;
    const body = { [path === 'accounts' ? 'label' : 'name']: `at ${field}`, [field]: most };
    const response = await shared.gateway.adminSend('POST', path, body);
    expect(response.status, response.text).toBe(201);
    expect(response.text).toContain(`"${field}":${most}`);
  });
});

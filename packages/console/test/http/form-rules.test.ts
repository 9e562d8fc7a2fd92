import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  accountChangeBody,
  newAccountBody,
} from '../../src/app/features/accounts/account-draft.ts';
import { apiUserChangeBody, newApiUserBody } from '../../src/app/features/api-users/user-bodies.ts';
import { readServerDescription } from '../support/server-description.ts';

/** Request body of a form: its fields with their JSON Schema rules. */
const bodySchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  required: z.array(z.string()).optional(),
});
const operation = z.object({
  requestBody: z.object({
    content: z.object({ 'application/json': z.object({ schema: bodySchema }) }),
  }),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});

const described = readServerDescription(documentSchema);

const rules = ['type', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems'] as const;

/** Rules of a field in one notation, for every way of allowing null. */
function rulesOf(field: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const several = z.array(z.record(z.string(), z.unknown())).safeParse(field['anyOf']);
  if (several.success) {
    const isNull = (one: Readonly<Record<string, unknown>>) => one['type'] === 'null';
    const [inner = {}] = several.data.filter((one) => !isNull(one));
    return { ...rulesOf(inner), nullable: several.data.some(isNull) };
  }
  const types = z.array(z.string()).safeParse(field['type']);
  const plain = types.success ? types.data.filter((type) => type !== 'null')[0] : field['type'];
  const given = { ...field, type: plain };
  return {
    ...Object.fromEntries(
      rules.flatMap((rule) => {
        const value: unknown = Reflect.get(given, rule);
        // Every integer has this maximum; only some notations include it.
        const isSaid = value !== undefined && value !== Number.MAX_SAFE_INTEGER;
        return isSaid ? [[rule, value]] : [];
      }),
    ),
    nullable: types.success && types.data.includes('null'),
  };
}

describe('the rules of forms', () => {
  it.each([
    ['post', '/api/v1/admin/api-users', newApiUserBody, []],
    ['patch', '/api/v1/admin/api-users/{id}', apiUserChangeBody, ['enabled']],
    ['post', '/api/v1/admin/accounts', newAccountBody, ['enabled']],
    ['patch', '/api/v1/admin/accounts/{id}', accountChangeBody, ['enabled']],
  ] as const)(
    '[console.forms-checked] of %s %s are those the server describes',
    (method, path, schema, unused) => {
      const reported = operation.parse(described.document.paths[path]?.[method]);
      const theirs = reported.requestBody.content['application/json'].schema;
      const mine = bodySchema.parse(z.toJSONSchema(schema, { io: 'input' }));
      const fields = Object.keys(mine.properties);
      expect(fields.toSorted()).toEqual(
        Object.keys(theirs.properties)
          .filter((field) => !unused.some((one) => one === field))
          .toSorted(),
      );
      expect(mine.required ?? []).toEqual(theirs.required ?? []);
      for (const field of fields)
        expect(rulesOf(mine.properties[field] ?? {}), field).toEqual(
          rulesOf(theirs.properties[field] ?? {}),
        );
    },
  );
});

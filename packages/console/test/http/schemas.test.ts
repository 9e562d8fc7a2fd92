import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  accountOptions,
  accounts,
  accountTest,
  poolAccountAnswer,
  poolAccounts,
} from '../../src/app/api/schemas/account.ts';
import { addresses } from '../../src/app/api/schemas/addresses.ts';
import { apiUser, apiUserAnswer, apiUserWithKey } from '../../src/app/api/schemas/api-user.ts';
import {
  adminJob,
  adminJobDetail,
  checkedAdminJob,
  resolvedAdminJob,
} from '../../src/app/api/schemas/admin-job.ts';
import {
  newSecondFactor,
  recoveryCodes,
  secondFactor,
} from '../../src/app/api/schemas/administrator.ts';
import { auditEntry } from '../../src/app/api/schemas/audit-entry.ts';
import { endedSessions, openSessions } from '../../src/app/api/schemas/open-session.ts';
import { pageOf } from '../../src/app/api/schemas/page.ts';
import { modelFamily } from '../../src/app/api/schemas/model-family.ts';
import { requestLogCall, requestLogHistogram } from '../../src/app/api/schemas/request-log.ts';
import { settingList } from '../../src/app/api/schemas/setting.ts';
import { samples } from '../../src/app/api/schemas/figures.ts';
import { overview } from '../../src/app/api/schemas/overview.ts';
import { session } from '../../src/app/api/schemas/session.ts';
import {
  workbenchCheck,
  workbenchJob,
  workbenchJobs,
} from '../../src/app/api/schemas/workbench-job.ts';
import { clockState } from '../../src/app/api/schemas/clock.ts';
import { storeState } from '../../src/app/api/schemas/store.ts';
import { unreadableJobs } from '../../src/app/api/schemas/unreadable-jobs.ts';
import { workbenchRequest } from '../../src/app/api/schemas/workbench-request.ts';
import { workbenchModels } from '../../src/app/api/schemas/workbench-models.ts';
import { readServerDescription } from '../support/server-description.ts';

/** A JSON Schema as far as it is compared. */
interface Shape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: { readonly [name: string]: Shape };
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
}

const shape: z.ZodType<Shape> = z.looseObject({});
const answer = z.object({ content: z.object({ 'application/json': z.object({ schema: shape }) }) });
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) })),
  ),
  components: z.object({ schemas: z.record(z.string(), shape) }),
});

const described = readServerDescription(documentSchema);

function resolve(given: Shape): Shape {
  const name = given.$ref?.split('/').at(-1);
  if (name === undefined) return given;
  const found = described.document.components.schemas[name];
  if (found === undefined) throw new Error(`The document has no ${name}.`);
  return resolve(found);
}

/** A shape without null, and whether null was there. */
function withoutNull(given: Shape): { readonly inner: Shape; readonly isNullable: boolean } {
  const resolved = resolve(given);
  const { type } = resolved;
  if (typeof type === 'object' && type.includes('null')) {
    const [only] = type.filter((name) => name !== 'null');
    return { inner: { ...resolved, ...(only !== undefined && { type: only }) }, isNullable: true };
  }
  const others = (resolved.anyOf ?? []).map(resolve).filter((one) => one.type !== 'null');
  const isNullable = resolved.anyOf !== undefined && others.length < resolved.anyOf.length;
  const [only] = others;
  return isNullable && only !== undefined && others.length === 1
    ? { inner: only, isNullable }
    : { inner: resolved, isNullable };
}

const numberLike = (type: unknown): unknown => (type === 'integer' ? 'number' : type);

/** What the pages read and the server does not promise. */
function differences(read: Shape, told: Shape, path = ''): readonly string[] {
  const [mine, theirs] = [withoutNull(read), withoutNull(told)];
  if (theirs.isNullable && !mine.isNullable) return [`${path} may be null`];
  if (
    mine.inner.type !== undefined &&
    numberLike(mine.inner.type) !== numberLike(theirs.inner.type)
  )
    return [`${path} is ${JSON.stringify(theirs.inner.type)}`];
  const unknown = (theirs.inner.enum ?? []).filter(
    (value) => mine.inner.enum?.includes(value) === false,
  );
  const items =
    mine.inner.items === undefined
      ? []
      : differences(mine.inner.items, theirs.inner.items ?? {}, `${path}[]`);
  const properties = Object.entries(mine.inner.properties ?? {}).flatMap(([name, property]) => {
    const other = theirs.inner.properties?.[name];
    if (other === undefined) return [`${path}.${name} is not there`];
    const isSure =
      theirs.inner.required?.includes(name) === true ||
      mine.inner.required?.includes(name) !== true;
    return [
      ...(isSure ? [] : [`${path}.${name} may be absent`]),
      ...differences(property, other, `${path}.${name}`),
    ];
  });
  return [...unknown.map((value) => `${path} may be ${String(value)}`), ...items, ...properties];
}

describe('what the pages read', () => {
  it.each([
    ['get', '/api/v1/auth/session', '200', session],
    ['get', '/local-video/models', '200', workbenchModels],
    ['get', '/local-video/jobs', '200', workbenchJobs],
    ['post', '/local-video/jobs', '202', workbenchJob],
    ['post', '/local-video/jobs/{id}/check', '200', workbenchCheck],
    ['get', '/local-video/jobs/{id}/request', '200', workbenchRequest],
    ['get', '/api/v1/admin/accounts', '200', accounts],
    ['get', '/api/v1/admin/accounts', '200', poolAccounts],
    ['post', '/api/v1/admin/accounts', '201', poolAccountAnswer],
    ['patch', '/api/v1/admin/accounts/{id}', '200', poolAccountAnswer],
    ['delete', '/api/v1/admin/accounts/{id}', '202', poolAccountAnswer],
    ['post', '/api/v1/admin/accounts/{id}/test', '200', accountTest],
    ['get', '/api/v1/admin/account-options', '200', accountOptions],
    ['get', '/api/v1/admin/addresses', '200', addresses],
    ['get', '/api/v1/admin/unreadable-jobs', '200', unreadableJobs],
    ['get', '/api/v1/admin/clock', '200', clockState],
    ['post', '/api/v1/admin/clock/confirm', '200', clockState],
    ['get', '/api/v1/admin/store', '200', storeState],
    ['get', '/api/v1/admin/api-users', '200', pageOf(apiUser)],
    ['post', '/api/v1/admin/api-users', '201', apiUserWithKey],
    ['patch', '/api/v1/admin/api-users/{id}', '200', apiUserAnswer],
    ['post', '/api/v1/admin/api-users/{id}/rotate', '200', apiUserWithKey],
    ['get', '/api/v1/admin/sessions', '200', openSessions],
    ['delete', '/api/v1/admin/sessions', '200', endedSessions],
    ['get', '/api/v1/admin/second-factor', '200', secondFactor],
    ['post', '/api/v1/admin/second-factor', '200', newSecondFactor],
    ['post', '/api/v1/admin/second-factor/confirm', '200', recoveryCodes],
    ['get', '/api/v1/admin/jobs', '200', pageOf(adminJob)],
    ['get', '/api/v1/admin/jobs/{id}', '200', adminJobDetail],
    ['post', '/api/v1/admin/jobs/{id}/check', '200', checkedAdminJob],
    ['post', '/api/v1/admin/jobs/{id}/resolve', '200', resolvedAdminJob],
    ['get', '/api/v1/admin/audit-log', '200', pageOf(auditEntry)],
    ['get', '/api/v1/admin/request-logs', '200', pageOf(requestLogCall)],
    ['get', '/api/v1/admin/request-logs/histogram', '200', requestLogHistogram],
    ['get', '/api/v1/admin/models', '200', pageOf(modelFamily)],
    ['get', '/api/v1/admin/overview', '200', overview],
    ['get', '/api/v1/admin/samples', '200', samples],
    ['get', '/api/v1/admin/settings', '200', settingList],
    ['put', '/api/v1/admin/settings', '200', settingList],
  ] as const)(
    '[console.schemas] of %s %s is what the server describes',
    (method, path, status, schema) => {
      const told = answer.parse(described.document.paths[path]?.[method]?.responses[status]);
      const read = shape.parse(z.toJSONSchema(schema));
      expect(differences(read, told.content['application/json'].schema)).toEqual([]);
    },
  );

  it('[console.schemas] a difference is found', () => {
    const read = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    const told = { type: 'object', properties: { a: { type: 'integer' } } };
    expect(differences(read, told)).toEqual(['.a may be absent', '.a is "integer"']);
    expect(differences(read, { type: 'object', properties: {} })).toEqual(['.a is not there']);
  });
});

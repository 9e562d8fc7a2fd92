import { describe, expect, it } from 'vitest';
import { ark } from '../../../src/ark/index.ts';
import { holdsRefusalTable } from '../../support/refusal-table.ts';

const ids = '[providers.ark.refusals]';
const description = ark.describe({});

/** Codes of the list that prove nothing, beside those of the table. */
const others = [
  'InternalServiceError',
  'OutputVideoSensitiveContentDetected',
  'OutputVideoSensitiveContentDetected.PolicyViolation',
  'OutputAudioSensitiveContentDetected',
  'TaskRunningCannotCancel',
  'OperationDenied.InvalidState',
  'Conflict',
  'ContentSecurityDetectionError',
];

function bodyOf(code: string | null) {
  return code === null || code === ''
    ? undefined
    : { error: { code, message: 'said so', param: '', type: 'BadRequest' } };
}

describe('ModelArk', () => {
  holdsRefusalTable(ids, { description, bodyOf, codes: others });

  it(`${ids} what concerns one model keeps away that model alone`, () => {
    const scopes = description.refusals
      .filter(({ code }) => code?.includes('Model') === true && !code.includes('RateLimit'))
      .map(({ scope }) => scope);
    expect(new Set(scopes)).toEqual(new Set(['model']));
  });

  it.each([
    { error: { code: 'InvalidParameter', message: 'm' }, id: 'cgt-1' },
    { error: { code: 'InvalidParameter' } },
    { error: { code: 7, message: 'm' } },
    { code: 'InvalidParameter', message: 'm' },
  ])(`${ids} %j is no refusal`, (body) => {
    expect(description.readRefusal({ status: 400, body })).toBeUndefined();
  });
});

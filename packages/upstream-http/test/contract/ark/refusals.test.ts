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

describe('[providers.ark.refusals] ModelArk', () => {
  holdsRefusalTable(ids, { description, bodyOf, codes: others });

  it('[providers.ark.refusals] neither an error of its own inside nor a video that was made is in a row', () => {
    for (const { status, code } of description.refusals) {
      expect(status).toBeLessThan(500);
      // An image that was withheld comes in the response itself, and is not billed.
      expect(code).not.toMatch(/^(?:Output(?!Image)|Internal|\*)/);
      for (const other of others)
        expect(other.startsWith(code?.replace('*', '') ?? '')).toBe(false);
    }
  });

  it('[providers.ark.refusals] a refusal for one model blocks that model alone', () => {
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
  ])('[providers.ark.refusals] %j is no refusal', (body) => {
    expect(description.readRefusal({ status: 400, body })).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { vidu } from '../../../src/vidu/index.ts';
import { holdsRefusalTable } from '../../support/refusal-table.ts';

const ids = '[providers.vidu.refusals]';
const description = vidu.describe({});

/** Reasons that prove nothing: a task can have them after its start, or an earlier arrival may be in work. */
const others = [
  ...['CreationPolicyViolation', 'OperationInProcess', 'UserCancelled', 'Conflict', 'Canceled'],
  ...['TaskNotFound', 'NotFound', 'InternalServiceFailure'],
];

const bodyOf = (reason: string | null) =>
  reason === null
    ? undefined
    : { code: 400, reason, message: 'said so', metadata: { trace_id: '04e5c2fe159ff7c5' } };

describe('[providers.vidu.refusals] Vidu', () => {
  holdsRefusalTable(ids, {
    description,
    bodyOf,
    codes: others,
    randomCode: (random) => `R${random().toString(36).slice(2)}`,
  });

  it('[providers.vidu.refusals] no reason of a task that may have started is in a row', () => {
    for (const { status, code } of description.refusals) {
      expect(status).toBeLessThan(499);
      expect(others).not.toContain(code);
    }
  });

  it.each([
    { code: 400, reason: 'BadRequest', message: 'no', task_id: '903875784081420288' },
    { code: 400, reason: 'BadRequest' },
    { code: 400, message: 'bad request' },
    { reason: 400, message: 'bad request' },
    { error: { reason: 'BadRequest', message: 'bad request' } },
    'bad request',
  ])('[providers.vidu.refusals] %j is no refusal', (body) => {
    expect(description.readRefusal({ status: 400, body })).toBeUndefined();
  });
});

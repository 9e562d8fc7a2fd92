import { describe, expect, it } from 'vitest';
import { dashscope } from '../../../src/dashscope/index.ts';
import { holdsRefusalTable } from '../../support/refusal-table.ts';

const ids = '[providers.dashscope.refusals]';
const description = dashscope.describe({});

/** Codes that prove nothing, beside those of the table. */
const others = ['UnsupportedOperation', 'NotFound', 'InternalError.Algo', 'ModelUnavailable'];

const bodyOf = (code: string | null) =>
  code === null ? undefined : { code, message: 'said so', request_id: 'r-1' };

const randomCode = (random: () => number) => `X${random().toString(36).slice(2)}`;

describe('[providers.dashscope.refusals] DashScope', () => {
  holdsRefusalTable(ids, { description, bodyOf, codes: others, randomCode });

  it('[providers.dashscope.refusals] no error of the server is in a row', () => {
    for (const { status, code } of description.refusals) {
      expect(status).toBeLessThan(500);
      expect(others).not.toContain(code);
    }
  });

  const said = { code: 'InvalidParameter', message: 'why', request_id: 'r-1' };
  it.each([
    { ...said, output: { task_id: 't-1', task_status: 'PENDING' } },
    { ...said, request_id: '' },
    { code: 'InvalidParameter', message: 'why' },
    { ...said, code: 400 },
    { error: said },
    { output: { ...said, task_status: 'FAILED' } },
  ])('[providers.dashscope.refusals] %j is no refusal', (body) => {
    expect(description.readRefusal({ status: 400, body })).toBeUndefined();
  });
});

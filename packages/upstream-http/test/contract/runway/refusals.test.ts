import { describe, expect, it } from 'vitest';
import { runway } from '../../../src/runway/index.ts';
import { holdsRefusalTable } from '../../support/refusal-table.ts';

const ids = '[providers.runway.refusals]';
const description = runway.describe({});
const docUrl = 'https://docs.dev.runwayml.com/api';

/** The texts by which errors are distinguished; Runway has no codes. */
const texts = {
  insufficient_credits: 'You do not have enough credits to run this task.',
  forbidden: 'Model variant gen3_alphaturbo is not available',
  daily_limit: 'Your daily task limit has been reached.',
  not_found: 'Could not find Task',
} as const;
const textOf: { readonly [code: string]: string } = texts;

const bodyOf = (code: string | null) => ({ error: textOf[code ?? ''] ?? 'said so', docUrl });

describe('[providers.runway.refusals] Runway', () => {
  holdsRefusalTable(ids, { description, bodyOf, codes: [null, ...Object.keys(texts)] });

  it('[providers.runway.refusals] an overloaded server is in no row, though its request may be repeated', () => {
    for (const { status } of description.refusals) expect(status).toBeLessThan(500);
  });

  it.each(Object.entries(texts))(
    '[providers.runway.refusals] %s is read from its text alone',
    (code, error) => {
      expect(description.readRefusal({ status: 400, body: { error } })).toEqual({
        code,
        message: error,
      });
    },
  );

  it('[providers.runway.refusals] says which fields are wrong', () => {
    const issues = [
      { code: 'too_big', maximum: 10, message: 'Too big: expected number to be <=10' },
      { code: 'custom', path: ['promptImage'], message: 'Unsupported asset type.' },
    ];
    const body = { error: 'Validation of body failed', issues, docUrl };
    expect(description.readRefusal({ status: 400, body })).toEqual({
      code: null,
      message:
        'Validation of body failed: Too big: expected number to be <=10; Unsupported asset type.',
    });
  });

  it.each([
    { error: 'Validation of body failed' },
    { error: 'Validation of body failed', docUrl: 'https://docs.example.com/api' },
    { error: 'Validation of body failed', docUrl: 'https://docs.dev.runwayml.com.example/api' },
    { error: { message: texts.insufficient_credits }, docUrl },
    { error: texts.daily_limit, id: '17f20503-6c24-4c16-946b-35dbbce2af2f' },
    { error: 'said so', docUrl, estimatedCost: { credits: 60 } },
    { error: 'said so', docUrl, status: 'FAILED' },
    { message: 'Too Many Requests' },
    { docUrl },
  ])('[providers.runway.refusals] %j is no refusal', (body) => {
    expect(description.readRefusal({ status: 400, body })).toBeUndefined();
  });
});

import { expect, it } from 'vitest';
import { pollOutcome } from './poll-outcome.ts';
import { redact } from './redact.ts';

it('[providers.trail.figures] figures of a finished video show no secret of the account, and no link', () => {
  const figures = { total: 9, list: [{ of: 'acc-4711-secret' }], at: 'https://a.example/b?c=d' };
  const outcome = pollOutcome(
    {
      kind: 'succeeded',
      output: { kind: 'foreign', at: 'https://a.example/f' },
      usage: { unit: 'tokens', amount: 9, figures },
      effective: { key: 'acc-4711-secret', ratio: '16:9', seed: null },
    },
    { retryAfterMs: null, fit: (words) => redact(words, ['acc-4711-secret']) },
  );
  expect(outcome).toMatchObject({
    usage: {
      unit: 'tokens',
      amount: 9,
      figures: { total: 9, list: [{ of: '(withheld)' }], at: 'https://a.example/…' },
    },
    effective: { key: '(withheld)', ratio: '16:9', seed: null },
  });
});

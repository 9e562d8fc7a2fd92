import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { textReply } from '../http/provider-request.ts';
import { repeatedAcceptances } from './repeats.ts';
import { checkClients } from './check-clients.ts';

const token = fc.constantFrom(
  '',
  '[[mock:refuse=429]]',
  '[[mock:refuse=400]]',
  '[[mock:lost-request]]',
  '[[mock:lost-response]]',
  '[[mock:response=500]]',
);
interface Sent {
  readonly token: string;
  readonly wish: string;
}
const submissions: fc.Arbitrary<readonly Sent[]> = fc.array(
  fc.record({ token, wish: fc.constantFrom('a kite', 'a cliff') }),
  { maxLength: 12 },
);

/** Statements of a test about its space. */
const asked = fc.record({ jobs: fc.nat(4), isSingleTest: fc.boolean() }, { requiredKeys: [] });

/** Submissions of one client in sequence, under one key or none, with responses as the tokens ask. */
function played(sent: readonly Sent[], isNamed: boolean) {
  const world = openWorld();
  const naming = { taskId: (digits: string) => `t_${digits}`, isNamed };
  for (const { token: tail, wish } of sent) {
    const prompt = `${wish} ${tail}`;
    const outcome = world.submissions.submit('one', sampleSubmission({ prompt }), naming);
    if (outcome.kind === 'accepted' && tail === '') world.submissions.markAnswered(outcome.job.id);
  }
  return world;
}

function repeatsOf(sent: readonly Sent[], isNamed: boolean): number {
  const histories = [...played(sent, isNamed).requestHistory.histories()];
  return histories.reduce((sum, [, attempts]) => sum + repeatedAcceptances(attempts).length, 0);
}

const isAccepted = ({ token: tail }: Sent) => tail === '' || /response|after/.test(tail);
const isLost = ({ token: tail }: Sent) => isAccepted({ token: tail, wish: '' }) && tail !== '';

describe('repeated acceptances', () => {
  it('[mock.verdict.paid-twice] of named work are all but the first of each wish', () => {
    fc.assert(
      fc.property(submissions, (sent) => {
        const accepted = sent.filter(isAccepted);
        const wishes = new Set(accepted.map(({ wish }) => wish));
        expect(repeatsOf(sent, true)).toBe(accepted.length - wishes.size);
      }),
    );
  });

  it('[mock.verdict.paid-twice] of unnamed work are never more than answers that proved nothing of accepted work', () => {
    fc.assert(
      fc.property(submissions, (sent) => {
        const repeats = repeatsOf(sent, false);
        expect(repeats).toBeLessThanOrEqual(sent.filter(isLost).length);
        if (!sent.some(isLost)) expect(repeats).toBe(0);
      }),
    );
  });

  it('[mock.verdict.paid-twice] of unnamed work are each acceptance right after such an answer', () => {
    fc.assert(
      fc.property(submissions, (sent) => {
        const kites = sent.filter((one) => one.wish === 'a kite' && isAccepted(one));
        const after = kites.filter((_, index) => {
          const before = kites[index - 1];
          return before !== undefined && isLost(before);
        });
        expect(repeatsOf(kites, false)).toBe(after.length);
      }),
    );
  });
});

it('[mock.verdict] never calls more credits wasted than were charged, and is found exactly with findings', () => {
  fc.assert(
    fc.property(
      submissions,
      fc.boolean(),
      fc.constantFrom(0, 60_000),
      asked,
      (sent, isNamed, later, wanted) => {
        const world = played(sent, isNamed);
        world.control.advanceClock(later);
        const { verdict, found, wasted } = checkClients(
          { name: 'one', world },
          { limit: 1, ...wanted },
        );
        expect(wasted).toBeLessThanOrEqual(world.accounts.counts().taken);
        expect(verdict.outcome === 'found').toBe(found > 0);
      },
    ),
  );
});

/** Codes found for a client that sends the same work twice; the first is refused, and its response ends this way. */
async function foundAfter(fault: string, status: number, end: 'sent' | 'left') {
  const world = openWorld();
  const request = {
    method: 'POST',
    path: '/v1/generations',
    query: [],
    wire: 'mock',
    client: { userAgent: null, idempotencyKey: null, retryCount: null },
    hasKeyInUrl: false,
    hasCredential: true,
    isLocal: true,
  };
  for (const ending of [end, 'sent'] as const) {
    const served = await world.requestHistory.exchanges.serve(request, async () => {
      world.submissions.submit('one', sampleSubmission({ prompt: `a kite [[mock:${fault}]]` }));
      return textReply(status, 'application/json', '{}');
    });
    served.ended(ending);
  }
  return checkClients({ name: 'one', world }, { limit: 10 }).verdict.findings.map(
    ({ code }) => code,
  );
}

it('[mock.verdict.retried-for-good] and [mock.verdict.ignored-retry-after] are not found of a client that left before the answer came', async () => {
  expect(await foundAfter('refuse=400', 400, 'sent')).toEqual(['retried-for-good']);
  expect(await foundAfter('refuse=400', 400, 'left')).toEqual([]);
  expect(await foundAfter('refuse=429', 429, 'sent')).toEqual(['ignored-retry-after']);
  expect(await foundAfter('refuse=429', 429, 'left')).toEqual([]);
});

it('[mock.verdict.key-reused] is found however many submissions of the key went wrong before and after', () => {
  const again = (wish: string, times: number) =>
    Array.from({ length: times }, () => ({ token: '[[mock:lost-request]]', wish }));
  const codesOf = (sent: readonly Sent[]) =>
    checkClients({ name: 'one', world: played(sent, true) }, { limit: 10 }).verdict.findings.map(
      ({ code }) => code,
    );
  expect(codesOf(again('a kite', 260))).toEqual([]);
  const sent = [...again('a kite', 130), ...again('a cliff', 1), ...again('a kite', 130)];
  expect(codesOf(sent)).toEqual(['key-reused']);
});

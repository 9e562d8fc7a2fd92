import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contradict } from '../../test/support/contradicting-tokens.ts';
import { type Change, type MockInstructions, noInstructions } from '../job/mock-instructions.ts';
import { faultTable, knownTokens, nameOf as nameIn } from './fault-table.ts';
import { parseFaultList, parseFaults } from './parse-faults.ts';
import { stripMagicTokens } from '../job/strip-magic-tokens.ts';

const table: readonly (readonly [token: string, change: Change])[] = [
  ['run=2s', { runMs: 2_000 }],
  ['run=1.5m', { runMs: 90_000 }],
  ['run=0s', { runMs: 0 }],
  ['queue=250ms', { queueMs: 250 }],
  ['queue=1h', { queueMs: 3_600_000 }],
  ['fail=policy', { fail: 'policy' }],
  ['fail=internal', { fail: 'internal' }],
  ['fail=credits', { fail: 'credits' }],
  ['charged-failure', { fail: 'internal', keptCharge: 1 }],
  ['credits-end=50%', { fail: 'credits', keptCharge: 0.5, failsAfter: 0.5 }],
  ['completed-then-failed=10s', { fail: 'internal', completedFirstMs: 10_000 }],
  ['refuse=400', { refuse: 400 }],
  ['refuse=401', { refuse: 401 }],
  ['refuse=403', { refuse: 403 }],
  ['refuse=429', { refuse: 429 }],
  ['refuse=503', { refuse: 503 }],
  ['refuse-code=1102', { refuseCode: '1102' }],
  [
    'refuse-code=RateLimitExceeded.EndpointRPMExceeded',
    { refuseCode: 'RateLimitExceeded.EndpointRPMExceeded' },
  ],
  ['response=lost', { response: 'lost' }],
  ['response=hang', { response: 'hang' }],
  ['response=hang:30s', { response: 'hang', hangMs: 30_000 }],
  ['response=408', { response: '408' }],
  ['response=409', { response: '409' }],
  ['response=413', { response: '413' }],
  ['response=429', { response: '429' }],
  ['response=500', { response: '500' }],
  ['response=502', { response: '502' }],
  ['response=503', { response: '503' }],
  ['response=504', { response: '504' }],
  ['response=html', { response: 'html' }],
  ['response=garbled', { response: 'garbled' }],
  ['response=cut', { response: 'cut' }],
  ['response=cut:20', { response: 'cut', cutTo: 20 }],
  ['response=wrong-id', { response: 'wrong-id' }],
  ['response=no-id', { response: 'no-id' }],
  ['response=error-in-200', { response: 'error-in-200' }],
  ['response=unlisted-code', { response: 'unlisted-code' }],
  ['accepted=yes', { accepted: 'yes' }],
  ['accepted=no', { accepted: 'no' }],
  ['accepted=random', { accepted: 'random' }],
  ['lost-response', { response: 'lost', accepted: 'yes' }],
  ['lost-request', { response: 'lost', accepted: 'no' }],
  ['dup-accept', { dupAccept: true }],
  ['duplicate-accepted', { duplicateAccepted: true }],
  ['reads=404:3', { readsAs: '404', reads: 3 }],
  ['reads=500', { readsAs: '500', reads: 1 }],
  ['reads=error-in-200:5', { readsAs: 'error-in-200', reads: 5 }],
  ['stall=30s', { stallMs: 30_000 }],
  ['backwards', { backwards: true }],
  ['vanish=5s', { vanishMs: 5_000 }],
  ['no-url=2', { urlMissing: 2 }],
  ['unknown-state', { unknownState: true }],
  ['truncate=60%', { truncateTo: 0.6 }],
  ['truncate=0%', { truncateTo: 0 }],
  ['html-body', { htmlBody: true }],
  ['wrong-duration', { wrongDuration: true }],
  ['no-moov', { noMoov: true }],
  ['wrong-size', { wrongSize: true }],
  ['corrupt', { corrupt: true }],
  ['cut-after=4096', { cutAfter: 4096 }],
  ['drip=30s', { dripMs: 30_000 }],
  ['length-lie', { lengthLie: true }],
  ['redirect', { redirect: 'link' }],
  ['redirect-host', { redirect: 'host' }],
  ['redirect-private', { astray: 'private' }],
  ['redirect-metadata', { astray: 'metadata' }],
  ['one-use', { oneUse: true }],
  ['url-expires=5s', { linkLifeMs: 5_000 }],
  ['url-403=2', { resultForbidden: 2 }],
  ['result-down=30s', { resultDownMs: 30_000 }],
  ['result-cut=3', { resultCuts: 3 }],
  ['result-gone', { resultGone: true }],
  ['result-kept=1h', { resultKeptMs: 3_600_000 }],
  ['callback-lost', { callback: 'lost' }],
  ['callback-twice', { callback: 'twice' }],
  ['callback-late', { callback: 'late' }],
  ['callback-late=10m', { callback: 'late', callbackLateMs: 600_000 }],
  ['callback-bad-signature', { callback: 'bad-signature' }],
  ['callback-before-answer', { callback: 'before-answer' }],
  ['findable', { findable: true }],
  ['list-lag=10s', { listLagMs: 10_000 }],
];

const mistakes = [
  'lost-respnse',
  'run',
  'run=',
  'run=2',
  'run=2 s',
  'run=-2s',
  'run=2s=3s',
  'fail=other',
  'fail',
  'refuse=500',
  'refuse=4e2',
  'refuse-code',
  'refuse-code=',
  'refuse-code=a b',
  'response',
  'response=',
  'response=reset',
  'response=own',
  'response=500:30s',
  'response=hang:',
  'response=hang:30',
  'response=cut:30s',
  'accepted=maybe',
  'lost-response=1',
  'hang',
  'reads=5',
  'reads=500:',
  'reads=500:1:2',
  'credits-end',
  'stall',
  'findable=yes',
  'truncate=60',
  'truncate=100%',
  'no-url=many',
  'no-url=1.5',
  'toString',
  'constructor=1',
  '__proto__',
  'Findable',
  '',
];

type Token = readonly [token: string, change: Change];

const nameOf = ([text]: Token) => nameIn(text);
const place = { from: 'prompt' };
const parse = (text: string) => {
  const parsed = parseFaults(text, place);
  return parsed.kind === 'parsed' ? parsed.instructions : parsed;
};

/** Instructions of several tokens: each overrides earlier ones that it contradicts. */
function together(tokens: readonly Token[]): MockInstructions {
  const kept = tokens.filter(
    (one, at) => !tokens.slice(at + 1).some((later) => contradict(nameOf(one), nameOf(later))),
  );
  return kept.reduce<MockInstructions>(
    (before, [, change]) => ({ ...before, ...change }),
    noInstructions,
  );
}

/** Instructions of tokens. */
function meant(text: string): unknown {
  const parsed = parseFaults(text, place);
  return parsed.kind === 'unknown' ? parsed : parsed.instructions;
}

/** A token as it may be written, with what it asks for. */
const anyToken = fc.oneof(
  fc.constantFrom(...table),
  fc.integer({ min: 0, max: 999_999 }).map((n) => [`run=${n}ms`, { runMs: n }] as const),
  fc.integer({ min: 0, max: 999 }).map((n) => [`queue=${n}s`, { queueMs: n * 1_000 }] as const),
  fc.integer({ min: 0, max: 999_999 }).map((n) => [`no-url=${n}`, { urlMissing: n }] as const),
  fc.integer({ min: 0, max: 99 }).map((n) => [`truncate=${n}%`, { truncateTo: n / 100 }] as const),
);

/** Text without anything that could be a token. */
const words = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !text.includes('['));

describe('parsing magic tokens', () => {
  it.each(table)('[mock.unknown-token] reads %s', (text, change) => {
    expect(parse(`a [[mock:${text}]] lighthouse`)).toEqual({ ...noInstructions, ...change });
  });

  it.each(mistakes)('[mock.unknown-token] refuses %j with a hint', (text) => {
    const expected = { kind: 'unknown', token: text, field: 'prompt', hint: expect.any(String) };
    expect(parseFaults(`[[mock:findable,${text}]]`, place)).toEqual(expected);
  });

  it.each([
    ['lost-respnse', 'did you mean lost-response, lost-request, '],
    ['refuse=428', 'did you mean refuse=429, refuse=400, refuse=401?'],
    ['response=5O3', 'did you mean response=503, response='],
    ['run=2', 'it is written run=2s'],
    ['refus=429', 'did you mean refuse=400|…, '],
  ])('[mock.unknown-token] suggests the nearest to %s', (text, hint) => {
    const parsed = parseFaults(`[[mock:${text}]]`, place);
    expect(parsed).toMatchObject({ kind: 'unknown', hint: expect.stringContaining(hint) });
    expect(JSON.stringify(parsed).length).toBeLessThan(200);
  });

  it.each(['[[mock:run=2s]', '[[mock run=2s]]', '[[Mock:run=2s]]', '[[ mock:run=2s]]', '[[mock:'])(
    '[mock.unknown-token] refuses %j: a fault written wrongly must not pass as a success',
    (text) => {
      expect(parseFaults(`a lighthouse ${text}`, place)).toMatchObject({ kind: 'unknown' });
    },
  );

  it('[mock.unknown-token] knows the tokens it reads, and no others', () => {
    const names = new Set(table.map(([text]) => text.split('=')[0]));
    expect(new Set(knownTokens.map((form) => form.split('=')[0]))).toEqual(names);
  });

  it('reads no token in an ordinary prompt', () => {
    for (const prompt of ['a lighthouse', 'a [mock:findable] b', '[[other:findable]]', 'mock']) {
      expect(parse(prompt)).toEqual(noInstructions);
    }
  });

  it('[mock.unknown-token] combines tokens with commas and in several brackets, the later winning', () => {
    const lists = fc.array(
      fc.tuple(words, fc.array(anyToken, { minLength: 1, maxLength: 4 }), words),
    );
    fc.assert(
      fc.property(lists, (parts) => {
        const prompt = parts
          .map(([before, tokens, after]) => {
            return `${before}[[mock:${tokens.map(([text]) => text).join(', ')}]]${after}`;
          })
          .join('');
        const instructions = together(parts.flatMap(([, tokens]) => tokens));
        expect(meant(prompt)).toEqual(instructions);
      }),
    );
  });
});

describe('tokens that contradict each other', () => {
  const pairs = table.flatMap((one) =>
    table.filter((other) => contradict(nameOf(one), nameOf(other))).map((other) => [one, other]),
  );
  const harmless = anyToken.filter(
    (one) =>
      !table.some(
        (other) => nameOf(other) !== nameOf(one) && contradict(nameOf(one), nameOf(other)),
      ),
  );

  it('[mock.contradicting-tokens] of every ordered pair the later one counts, whatever stands between', () => {
    expect(pairs.length).toBeGreaterThan(150);
    fc.assert(
      fc.property(
        fc.constantFrom(...pairs),
        fc.array(harmless, { maxLength: 3 }),
        (pair, between) => {
          const [one = '', other = ''] = pair.map(([text]) => text);
          const rest = between.map(([text]) => `${text},`).join('');
          const alone = meant(`[[mock:${rest}${other}]]`);
          expect(meant(`[[mock:${one}]] a boat [[mock:${rest}${other}]]`)).toEqual(alone);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('[mock.contradicting-tokens] all other pairs mean the same in either order', () => {
    for (const one of table) {
      for (const other of table) {
        if (contradict(nameOf(one), nameOf(other))) continue;
        const both = parse(`[[mock:${one[0]},${other[0]}]]`);
        expect(both).toEqual(together([one, other]));
        expect(parse(`[[mock:${other[0]},${one[0]}]]`)).toEqual(both);
      }
    }
  });
});

describe('a token that a later one overrides', () => {
  it('[mock.rules.explained] is reported with its place and that of the later one', () => {
    const first = parseFaults('[[mock:run=2s,lost-response]]', { from: 'prompt' });
    if (first.kind === 'unknown') throw new Error(first.token);
    const all = parseFaultList('run=2s,refuse=429', { from: 'rule one' }, first);
    expect(all).toMatchObject({
      overridden: [
        { token: 'lost-response', from: 'prompt', by: 'refuse=429', byFrom: 'rule one' },
      ],
    });
  });

  it('[mock.rules.explained] is reported exactly if it has no effect', () => {
    fc.assert(
      fc.property(fc.array(anyToken, { minLength: 1, maxLength: 5 }), (tokens) => {
        const all = parseFaultList(tokens.map(([text]) => text).join(), place);
        if (all.kind === 'unknown') throw new Error(all.token);
        const kept = all.applied.map(([text]) => text).join();
        expect(parseFaultList(kept, place)).toMatchObject({ instructions: all.instructions });
        expect(all.applied.length + all.overridden.length).toBe(tokens.length);
      }),
    );
  });
});

it('[mock.unknown-token] every token is read as it is written, or as its first and last value', () => {
  for (const { form } of faultTable.values()) {
    const [name = '', values = ''] = form.split('=');
    const [first, last] = [values.split('|')[0], values.split('|').at(-1)];
    for (const value of [first, last]) {
      const token = values === '' ? name : `${name}=${value}`;
      expect(parse(`[[mock:${token}]]`), token).not.toHaveProperty('kind');
    }
  }
});

describe('the prompt that is drawn', () => {
  it('[mock.tokens-not-drawn] has its words and none of its tokens', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(words, anyToken)), words, (parts, end) => {
        const prompt = parts.map(([text, [written]]) => `${text}[[mock:${written}]]`).join('');
        const plain = [...parts.map(([text]) => text), end].join(' ');
        expect(stripMagicTokens(prompt + end)).toBe(plain.replace(/\s+/g, ' ').trim());
      }),
    );
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contradict } from '../../test/support/contradicting-tokens.ts';
import { knownTokens } from './token-readers.ts';
import { type MockInstructions, noInstructions } from '../job/mock-instructions.ts';
import { parseMagicTokens } from './parse-magic-tokens.ts';
import { stripMagicTokens } from '../job/strip-magic-tokens.ts';

type Change = Partial<MockInstructions>;

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
  ['edge-page', { refuseAs: 'edge-page' }],
  ['unlisted-code', { refuseAs: 'unlisted-code' }],
  ['error-in-200', { refuseAs: 'error-in-200' }],
  ['lost-request', { refuseAs: 'reset' }],
  ['hang-before-accept', { refuseAs: 'hang' }],
  ['hang-before-accept=30s', { refuseAs: 'hang', hangMs: 30_000 }],
  ['500-before-accept', { refuseAs: '500' }],
  ['502-before-accept', { refuseAs: 'edge-page' }],
  ['504-before-accept', { refuseAs: '504' }],
  ['garbled-before-accept', { refuseAs: 'garbled' }],
  ['html-200-before-accept', { refuseAs: 'html-200' }],
  ['wrong-id-before-accept', { refuseAs: 'wrong-id' }],
  ['lost-response', { response: 'reset' }],
  ['hang-after-accept', { response: 'hang' }],
  ['hang-after-accept=1m', { response: 'hang', hangMs: 60_000 }],
  ['500-after-accept', { response: '500' }],
  ['502-after-accept', { response: 'edge-page' }],
  ['504-after-accept', { response: '504' }],
  ['garbled-after-accept', { response: 'garbled' }],
  ['html-200-after-accept', { response: 'html-200' }],
  ['wrong-id-after-accept', { response: 'wrong-id' }],
  ['edge-page-after-accept', { response: 'edge-page' }],
  ['unlisted-code-after-accept', { response: 'unlisted-code' }],
  ['error-in-200-after-accept', { response: 'error-in-200' }],
  ['no-id-after-accept', { response: 'no-id' }],
  ['reset=random-truth', { drawnAs: 'reset' }],
  ['hang=30s', { response: 'hang', hangMs: 30_000 }],
  ['hang=random-truth', { drawnAs: 'hang' }],
  ['500=random-truth', { drawnAs: '500' }],
  ['502=random-truth', { drawnAs: 'edge-page' }],
  ['504=random-truth', { drawnAs: '504' }],
  ['garbled=random-truth', { drawnAs: 'garbled' }],
  ['html-200=random-truth', { drawnAs: 'html-200' }],
  ['wrong-id=random-truth', { drawnAs: 'wrong-id' }],
  ['dup-accept', { dupAccept: true }],
  ['duplicate-accepted', { duplicateAccepted: true }],
  ['status-404=3', { statusNotFound: 3 }],
  ['poll-500=5', { pollErrors: 5 }],
  ['poll-401=5', { pollLogins: 5 }],
  ['poll-429=5', { pollThrottles: 5 }],
  ['poll-html=5', { pollPages: 5 }],
  ['poll-error-in-200=5', { pollErrorsIn200: 5 }],
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
  ['link-life=10s', { linkLifeMs: 10_000 }],
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
  'edge-page=1',
  'reset',
  '500=random',
  'hang=',
  'hang-before-accept=',
  'hang-before-accept=random-truth',
  'credits-end',
  'stall',
  'findable=yes',
  'truncate=60',
  'truncate=100%',
  'status-404=many',
  'status-404=1.5',
  'toString',
  'constructor=1',
  '__proto__',
  'Findable',
  '',
];

type Token = readonly [token: string, change: Change];

const nameOf = ([text]: Token) => text.split('=')[0] ?? '';

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

/** Instructions of tokens, without the length of a hang if nothing hangs. */
function meant(text: string): unknown {
  const parsed = parseMagicTokens(text);
  return parsed.kind === 'unknown' ? parsed : withoutIdleHang(parsed.instructions);
}

function withoutIdleHang(instructions: MockInstructions): MockInstructions {
  const hangs = instructions.response === 'hang' || instructions.refuseAs === 'hang';
  return hangs ? instructions : { ...instructions, hangMs: null };
}

/** A token as it may be written, with what it asks for. */
const token = fc.oneof(
  fc.constantFrom(...table),
  fc.integer({ min: 0, max: 999_999 }).map((n) => [`run=${n}ms`, { runMs: n }] as const),
  fc.integer({ min: 0, max: 999 }).map((n) => [`queue=${n}s`, { queueMs: n * 1_000 }] as const),
  fc.integer({ min: 0, max: 999_999 }).map((n) => [`poll-500=${n}`, { pollErrors: n }] as const),
  fc.integer({ min: 0, max: 99 }).map((n) => [`truncate=${n}%`, { truncateTo: n / 100 }] as const),
);

/** Text without anything that could be a token. */
const words = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !text.includes('['));

describe('parsing magic tokens', () => {
  it.each(table)('[mock.unknown-token] reads %s', (text, change) => {
    const expected = { kind: 'parsed', instructions: { ...noInstructions, ...change } };
    expect(parseMagicTokens(`a [[mock:${text}]] lighthouse`)).toEqual(expected);
  });

  it.each(mistakes)('[mock.unknown-token] refuses %j and names every known token', (text) => {
    const expected = { kind: 'unknown', token: text, known: knownTokens };
    expect(parseMagicTokens(`[[mock:findable,${text}]]`)).toEqual(expected);
  });

  it.each(['[[mock:run=2s]', '[[mock run=2s]]', '[[Mock:run=2s]]', '[[ mock:run=2s]]', '[[mock:'])(
    '[mock.unknown-token] refuses %j: a fault written wrongly must not pass as a success',
    (text) => {
      expect(parseMagicTokens(`a lighthouse ${text}`)).toMatchObject({ kind: 'unknown' });
    },
  );

  it('[mock.unknown-token] knows the tokens it reads, and no others', () => {
    const names = new Set(table.map(([text]) => text.split('=')[0]));
    expect(new Set(knownTokens.map((form) => form.split('=')[0]))).toEqual(names);
  });

  it('reads no token in an ordinary prompt', () => {
    const expected = { kind: 'parsed', instructions: noInstructions };
    for (const prompt of ['a lighthouse', 'a [mock:findable] b', '[[other:findable]]', 'mock']) {
      expect(parseMagicTokens(prompt)).toEqual(expected);
    }
  });

  it('[mock.unknown-token] combines tokens with commas and in several brackets, the later winning', () => {
    const lists = fc.array(fc.tuple(words, fc.array(token, { minLength: 1, maxLength: 4 }), words));
    fc.assert(
      fc.property(lists, (parts) => {
        const prompt = parts
          .map(([before, tokens, after]) => {
            return `${before}[[mock:${tokens.map(([text]) => text).join(', ')}]]${after}`;
          })
          .join('');
        const instructions = together(parts.flatMap(([, tokens]) => tokens));
        expect(meant(prompt)).toEqual(withoutIdleHang(instructions));
      }),
    );
  });
});

describe('tokens that contradict each other', () => {
  const pairs = table.flatMap((one) =>
    table.filter((other) => contradict(nameOf(one), nameOf(other))).map((other) => [one, other]),
  );
  const harmless = token.filter(
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
        const both = parseMagicTokens(`[[mock:${one[0]},${other[0]}]]`);
        expect(both).toEqual({ kind: 'parsed', instructions: together([one, other]) });
        expect(parseMagicTokens(`[[mock:${other[0]},${one[0]}]]`)).toEqual(both);
      }
    }
  });
});

describe('the prompt that is drawn', () => {
  it('[mock.tokens-not-drawn] has its words and none of its tokens', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(words, token)), words, (parts, end) => {
        const prompt = parts.map(([text, [written]]) => `${text}[[mock:${written}]]`).join('');
        const plain = [...parts.map(([text]) => text), end].join(' ');
        expect(stripMagicTokens(prompt + end)).toBe(plain.replace(/\s+/g, ' ').trim());
      }),
    );
  });
});

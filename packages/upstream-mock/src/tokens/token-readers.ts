import type { MockInstructions } from './mock-instructions.ts';

type Change = Partial<MockInstructions>;

/** How one token is written, and what its value asks for; undefined when the value makes no sense. */
export interface TokenReader {
  readonly form: string;
  readonly read: (value: string | undefined) => Change | undefined;
}

const unitMs: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

function durationMs(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? [];
  const factor = unitMs.get(unit);
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
}

function count(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function share(text: string): number | undefined {
  const [, percent] = /^(\d{1,2})%$/.exec(text) ?? [];
  return percent === undefined ? undefined : Number(percent) / 100;
}

/** A machine code as providers write them: `1102`, `RateLimitExceeded.EndpointRPMExceeded`. */
function code(text: string): string | undefined {
  return /^[A-Za-z0-9_.]{1,80}$/.test(text) ? text : undefined;
}

function oneOf<const T extends string | number>(words: readonly T[]) {
  return (text: string): T | undefined => words.find((known) => String(known) === text);
}

function word(form: string, change: Change): TokenReader {
  return { form, read: (value) => (value === undefined ? change : undefined) };
}

function valued<T>(
  form: string,
  read: (text: string) => T | undefined,
  change: (value: T) => Change,
): TokenReader {
  return {
    form,
    read: (text) => {
      const value = text === undefined ? undefined : read(text);
      return value === undefined ? undefined : change(value);
    },
  };
}

/** A submission is refused or accepted in one way: what a token says of that undoes what others said before. */
const undecided = {
  refuse: null,
  refuseAs: null,
  refuseCode: null,
  answer: null,
  hangMs: null,
} as const;

/** A refused job never runs, so it does not fail either. */
const refusing = (change: Change): Change => ({ ...undecided, fail: null, ...change });

const answering = (answer: MockInstructions['answer']): Change => ({ ...undecided, answer });

/** Of these one decides how a read that is answered with the file goes. */
const leaving = { dripMs: null, cutAfter: null, lengthLie: false } as const;

/** Of the file there is nothing to see where no read serves it. */
const untouched = {
  ...leaving,
  truncateTo: null,
  wrongDuration: false,
  noMoov: false,
  wrongSize: false,
  corrupt: false,
  resultCuts: 0,
} as const;

/** Nothing is served in the place of the file. */
const there = { htmlBody: false, resultGone: false, astray: null } as const;

const withoutFile = (change: Change): Change => ({ ...untouched, ...there, ...change });

const serving = (change: Change): Change => ({ ...there, ...change });

const leavingBy = (change: Change): Change => serving({ ...leaving, ...change });

const redirecting = (redirect: MockInstructions['redirect']): Change => ({
  astray: null,
  redirect,
});

const straying = (astray: MockInstructions['astray']): Change =>
  withoutFile({ redirect: null, astray });

const failures = oneOf(['policy', 'internal', 'credits']);
const refusals = oneOf([400, 401, 403, 429, 503]);

/** Every token by its name. */
export const tokenReaders: ReadonlyMap<string, TokenReader> = new Map([
  ['run', valued('run=2s', durationMs, (runMs) => ({ runMs }))],
  ['queue', valued('queue=1s', durationMs, (queueMs) => ({ queueMs }))],
  [
    'fail',
    valued('fail=policy|internal|credits', failures, (fail) => ({
      refuse: null,
      refuseAs: null,
      refuseCode: null,
      fail,
    })),
  ],
  ['refuse', valued('refuse=400|401|403|429|503', refusals, (refuse) => refusing({ refuse }))],
  ['refuse-code', valued('refuse-code=1102', code, (refuseCode) => refusing({ refuseCode }))],
  ['edge-page', word('edge-page', refusing({ refuseAs: 'edge-page' }))],
  ['unlisted-code', word('unlisted-code', refusing({ refuseAs: 'unlisted-code' }))],
  ['error-in-200', word('error-in-200', refusing({ refuseAs: 'error-in-200' }))],
  ['lost-request', word('lost-request', refusing({ refuseAs: 'lost-request' }))],
  ['lost-response', word('lost-response', answering('lost-response'))],
  ['hang-after-accept', word('hang-after-accept', answering('hang-after-accept'))],
  [
    'hang',
    valued('hang=30s', durationMs, (hangMs) => ({ ...answering('hang-after-accept'), hangMs })),
  ],
  ['500-after-accept', word('500-after-accept', answering('500-after-accept'))],
  ['garbled-after-accept', word('garbled-after-accept', answering('garbled-after-accept'))],
  ['edge-page-after-accept', word('edge-page-after-accept', answering('edge-page-after-accept'))],
  [
    'unlisted-code-after-accept',
    word('unlisted-code-after-accept', answering('unlisted-code-after-accept')),
  ],
  [
    'error-in-200-after-accept',
    word('error-in-200-after-accept', answering('error-in-200-after-accept')),
  ],
  ['no-id-after-accept', word('no-id-after-accept', answering('no-id-after-accept'))],
  ['duplicate-accepted', word('duplicate-accepted', { duplicateAccepted: true })],
  ['status-404', valued('status-404=3', count, (statusNotFound) => ({ statusNotFound }))],
  ['poll-500', valued('poll-500=5', count, (pollErrors) => ({ pollErrors }))],
  ['poll-401', valued('poll-401=5', count, (pollLogins) => ({ pollLogins }))],
  ['poll-429', valued('poll-429=5', count, (pollThrottles) => ({ pollThrottles }))],
  ['poll-html', valued('poll-html=5', count, (pollPages) => ({ pollPages }))],
  [
    'poll-error-in-200',
    valued('poll-error-in-200=5', count, (pollErrorsIn200) => ({ pollErrorsIn200 })),
  ],
  ['no-url', valued('no-url=2', count, (urlMissing) => ({ urlMissing }))],
  ['unknown-state', word('unknown-state', { unknownState: true })],
  ['truncate', valued('truncate=60%', share, (truncateTo) => serving({ truncateTo }))],
  ['html-body', word('html-body', withoutFile({ htmlBody: true }))],
  ['wrong-duration', word('wrong-duration', serving({ wrongDuration: true }))],
  ['no-moov', word('no-moov', serving({ noMoov: true }))],
  ['wrong-size', word('wrong-size', serving({ wrongSize: true }))],
  ['corrupt', word('corrupt', serving({ corrupt: true }))],
  ['url-403', valued('url-403=2', count, (resultForbidden) => ({ resultForbidden }))],
  ['result-down', valued('result-down=30s', durationMs, (resultDownMs) => ({ resultDownMs }))],
  ['result-cut', valued('result-cut=3', count, (resultCuts) => serving({ resultCuts }))],
  ['cut-after', valued('cut-after=4096', count, (cutAfter) => leavingBy({ cutAfter }))],
  ['drip', valued('drip=30s', durationMs, (dripMs) => leavingBy({ dripMs }))],
  ['length-lie', word('length-lie', leavingBy({ lengthLie: true }))],
  ['result-gone', word('result-gone', withoutFile({ resultGone: true }))],
  ['redirect', word('redirect', redirecting('link'))],
  ['redirect-host', word('redirect-host', redirecting('host'))],
  ['redirect-private', word('redirect-private', straying('private'))],
  ['redirect-metadata', word('redirect-metadata', straying('metadata'))],
  ['one-use', word('one-use', { oneUse: true })],
  ['url-expires', valued('url-expires=5s', durationMs, (linkLifeMs) => ({ linkLifeMs }))],
  ['result-kept', valued('result-kept=1h', durationMs, (resultKeptMs) => ({ resultKeptMs }))],
  ['findable', word('findable', { findable: true })],
  ['list-lag', valued('list-lag=10s', durationMs, (listLagMs) => ({ listLagMs }))],
  ['link-life', valued('link-life=10s', durationMs, (linkLifeMs) => ({ linkLifeMs }))],
]);

import type { MockInstructions } from '../job/mock-instructions.ts';
import { failing, refusing, symptomReaders } from './symptom-tokens.ts';
import {
  type Change,
  code,
  count,
  durationMs,
  oneOf,
  optional,
  share,
  type TokenReader,
  valued,
  word,
} from './token-reader.ts';

/** One of these decides how a file is sent. */
const leaving = { dripMs: null, cutAfter: null, lengthLie: false } as const;

/** Changes of the file have no effect if no read serves it. */
const untouched = {
  ...leaving,
  truncateTo: null,
  wrongDuration: false,
  noMoov: false,
  wrongSize: false,
  corrupt: false,
  resultCuts: 0,
} as const;

/** Nothing replaces the file. */
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

const calling = (
  callback: MockInstructions['callback'],
  callbackLateMs: number | null = null,
): Change => ({ callback, callbackLateMs });

const failures = oneOf(['policy', 'internal', 'credits']);
const refusals = oneOf([400, 401, 403, 429, 503]);

/** Every token by its name. */
export const tokenReaders: ReadonlyMap<string, TokenReader> = new Map<string, TokenReader>([
  ['run', valued('run=2s', durationMs, (runMs) => ({ runMs }))],
  ['queue', valued('queue=1s', durationMs, (queueMs) => ({ queueMs }))],
  ['fail', valued('fail=policy|internal|credits', failures, (fail) => failing({ fail }))],
  ['charged-failure', word('charged-failure', failing({ fail: 'internal', keptCharge: 1 }))],
  [
    'credits-end',
    valued('credits-end=50%', share, (part) =>
      failing({ fail: 'credits', keptCharge: part, failsAfter: part }),
    ),
  ],
  [
    'completed-then-failed',
    valued('completed-then-failed=10s', durationMs, (completedFirstMs) =>
      failing({ fail: 'internal', completedFirstMs }),
    ),
  ],
  ['refuse', valued('refuse=400|401|403|429|503', refusals, (refuse) => refusing({ refuse }))],
  ['refuse-code', valued('refuse-code=1102', code, (refuseCode) => refusing({ refuseCode }))],
  ...symptomReaders,
  ['dup-accept', word('dup-accept', { dupAccept: true })],
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
  ['stall', valued('stall=30s', durationMs, (stallMs) => ({ stallMs }))],
  ['backwards', word('backwards', { backwards: true })],
  ['vanish', valued('vanish=5s', durationMs, (vanishMs) => ({ vanishMs }))],
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
  ['callback-lost', word('callback-lost', calling('lost'))],
  ['callback-twice', word('callback-twice', calling('twice'))],
  ['callback-late', optional('callback-late=10m', durationMs, (lateMs) => calling('late', lateMs))],
  ['callback-bad-signature', word('callback-bad-signature', calling('bad-signature'))],
  ['callback-before-answer', word('callback-before-answer', calling('before-answer'))],
  ['findable', word('findable', { findable: true })],
  ['list-lag', valued('list-lag=10s', durationMs, (listLagMs) => ({ listLagMs }))],
  ['link-life', valued('link-life=10s', durationMs, (linkLifeMs) => ({ linkLifeMs }))],
]);

/** Every known token, as written. */
export const knownTokens: readonly string[] = [...tokenReaders.values()].map(({ form }) => form);

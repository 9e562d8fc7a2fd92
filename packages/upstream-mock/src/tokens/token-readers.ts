import { failing, refusing, symptomReaders } from './symptom-tokens.ts';
import {
  type Change,
  code,
  count,
  durationMs,
  oneOf,
  share,
  type TokenReader,
  valued,
  word,
} from './token-reader.ts';

/** Of the file there is nothing to see where no read serves it. */
const untouched = { truncateTo: null, wrongDuration: false, noMoov: false, resultCuts: 0 } as const;

const withoutFile = (change: Change): Change => ({
  ...untouched,
  htmlBody: false,
  resultGone: false,
  ...change,
});

const serving = (change: Change): Change => ({ htmlBody: false, resultGone: false, ...change });

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
  ['url-403', valued('url-403=2', count, (resultForbidden) => ({ resultForbidden }))],
  ['result-down', valued('result-down=30s', durationMs, (resultDownMs) => ({ resultDownMs }))],
  ['result-cut', valued('result-cut=3', count, (resultCuts) => serving({ resultCuts }))],
  ['result-gone', word('result-gone', withoutFile({ resultGone: true }))],
  ['result-kept', valued('result-kept=1h', durationMs, (resultKeptMs) => ({ resultKeptMs }))],
  ['findable', word('findable', { findable: true })],
  ['list-lag', valued('list-lag=10s', durationMs, (listLagMs) => ({ listLagMs }))],
  ['link-life', valued('link-life=10s', durationMs, (linkLifeMs) => ({ linkLifeMs }))],
]);

import {
  acceptances,
  type Change,
  failReasons,
  noInstructions,
  readSymptoms,
  refusedStatuses,
  symptoms,
} from '../job/mock-instructions.ts';
import { code, count, durationMs, oneOf, share, worded } from './fault-value.ts';

/** Sections of the reference, in order. */
export const faultGroups = [
  'Times of the job',
  'Failing jobs',
  'Submissions',
  'Status reads',
  'Results',
  'Callbacks',
  'Searches',
] as const;
export type FaultGroup = (typeof faultGroups)[number];

/** A token: its form, its effect, and the instructions of its value, which are undefined if the value is invalid. */
export interface FaultRow {
  readonly group: FaultGroup;
  readonly form: string;
  readonly effect: string;
  readonly read: (value: string | undefined) => Change | undefined;
  /** Operation of a rule that may cause it for one request. */
  readonly op?: 'result' | 'callback';
}

/** The fields of these tokens without them. */
function without(...fields: readonly (keyof Change)[]): Change {
  return Object.fromEntries(fields.map((field) => [field, noInstructions[field]]));
}

/** A submission is refused, or its response hides the outcome; and a job fails in one way. */
const unanswered = without('refuse', 'refuseCode', 'response', 'hangMs', 'cutTo');
const unrefused = without('refuse', 'refuseCode');
const unfailed = without('fail', 'keptCharge', 'failsAfter', 'completedFirstMs');
/** A file leaves in one way, is not changed where it is not served, and is served where it is changed. */
const unbound = without('dripMs', 'cutAfter', 'lengthLie');
const damages = [
  'truncateTo',
  'wrongDuration',
  'noMoov',
  'wrongSize',
  'corrupt',
  'resultCuts',
] as const;
const unchanged = { ...unbound, ...without(...damages) };
const served = without('htmlBody', 'resultGone', 'astray');

const refusing = (change: Change): Change => ({
  ...unanswered,
  ...unfailed,
  ...without('accepted'),
  ...change,
});
const failing = (change: Change): Change => ({ ...unrefused, ...unfailed, ...change });
const instead = (change: Change): Change => ({ ...unchanged, ...served, ...change });
const calling = (callback: Change['callback'], callbackLateMs: number | null = null): Change => ({
  callback: callback ?? null,
  callbackLateMs,
});

type Row = readonly [form: string, effect: string, read: FaultRow['read']];

const word =
  (change: Change): FaultRow['read'] =>
  (value) =>
    value === undefined ? change : undefined;

const valued =
  <T>(read: (text: string) => T | undefined, change: (value: T) => Change): FaultRow['read'] =>
  (text) => {
    const value = text === undefined ? undefined : read(text);
    return value === undefined ? undefined : change(value);
  };

const readResponse = worded(symptoms, (text) => durationMs(text) ?? count(text));

/** Only a hang has a time, and only a cut a number of bytes. */
function responding(text: string | undefined): Change | undefined {
  const { word: response, value = null } = readResponse(text ?? '') ?? {};
  if (response === undefined) return undefined;
  const given = text?.slice(response.length + 1) ?? '';
  const hangMs = response === 'hang' && value !== null ? durationMs(given) : null;
  const cutTo = response === 'cut' && value !== null ? count(given) : null;
  if (hangMs === undefined || cutTo === undefined) return undefined;
  if (value !== null && hangMs === null && cutTo === null) return undefined;
  return { ...unanswered, response, hangMs, cutTo };
}

const shownResponses = symptoms.join('|').replace('hang', 'hang:30s').replace('cut', 'cut:20');

const groups: { readonly [Group in FaultGroup]: readonly Row[] } = {
  'Times of the job': [
    ['run=2s', 'run time of the job', valued(durationMs, (runMs) => ({ runMs }))],
    ['queue=1s', 'waiting time before that', valued(durationMs, (queueMs) => ({ queueMs }))],
  ],
  'Failing jobs': [
    [
      `fail=${failReasons.join('|')}`,
      'the job fails for this reason; the charge is given back',
      valued(oneOf(failReasons), (fail) => failing({ fail })),
    ],
    [
      'charged-failure',
      'the job fails; the charge is kept',
      word(failing({ fail: 'internal', keptCharge: 1 })),
    ],
    [
      'credits-end=50%',
      'the job fails for lack of credits after this part of its run; the same part of the charge, rounded up, is kept',
      valued(share, (part) => failing({ fail: 'credits', keptCharge: part, failsAfter: part })),
    ],
    [
      'completed-then-failed=10s',
      'the job fails, but status reads report it as completed for this time; it has no result',
      valued(durationMs, (completedFirstMs) => failing({ fail: 'internal', completedFirstMs })),
    ],
  ],
  Submissions: [
    [
      `refuse=${refusedStatuses.join('|')}`,
      'refuses with this status, which proves that nothing was accepted',
      valued(oneOf(refusedStatuses), (refuse) => refusing({ refuse })),
    ],
    [
      'refuse-code=1102',
      "refuses with this code of the provider's documentation; only over provider APIs",
      valued(code, (refuseCode) => refusing({ refuseCode })),
    ],
    [
      `response=${shownResponses}`,
      'the [response](#responses), which hides whether the job was accepted',
      responding,
    ],
    [
      `accepted=${acceptances.join('|')}`,
      'whether the job behind `response` is accepted and charged; default `yes`. With `random` the seed decides',
      valued(oneOf(acceptances), (accepted) => ({ ...unrefused, accepted })),
    ],
    [
      'lost-response',
      'short for `response=lost,accepted=yes`',
      word({ ...unanswered, response: 'lost', accepted: 'yes' }),
    ],
    [
      'lost-request',
      'short for `response=lost,accepted=no`',
      word({ ...unanswered, response: 'lost', accepted: 'no' }),
    ],
    [
      'dup-accept',
      'makes two accepted and charged jobs of one submission; the response names only the first',
      word({ dupAccept: true }),
    ],
    [
      'duplicate-accepted',
      'accepts an ID or key that was used before as a new job, where it would be refused or answered with the earlier job',
      word({ duplicateAccepted: true }),
    ],
  ],
  'Status reads': [
    [
      `reads=${readSymptoms.join('|')}:5`,
      'the next 5 status reads get this response; without a number the next one',
      valued(worded(readSymptoms, count), ({ word: readsAs, value }) => ({
        readsAs,
        reads: value ?? 1,
      })),
    ],
    [
      'stall=30s',
      'from the middle of the run until this time after the end, status reads report no change',
      valued(durationMs, (stallMs) => ({ stallMs })),
    ],
    [
      'backwards',
      'in the third quarter of the run, status reads report the job as queued again',
      word({ backwards: true }),
    ],
    [
      'vanish=5s',
      'from this time after acceptance, reads, lists and searches no longer find the job; the ledger keeps it',
      valued(durationMs, (vanishMs) => ({ vanishMs })),
    ],
    [
      'no-url=2',
      'the first 2 reads of the completed job name no result',
      valued(count, (urlMissing) => ({ urlMissing })),
    ],
    [
      'unknown-state',
      'status reads of the open job name an unknown state',
      word({ unknownState: true }),
    ],
  ],
  Results: [
    [
      'truncate=60%',
      'serves only this part of the file',
      valued(share, (truncateTo) => ({ ...served, truncateTo })),
    ],
    ['html-body', 'serves a login page instead of the file', word(instead({ htmlBody: true }))],
    [
      'wrong-duration',
      'makes a video 2 s longer than requested',
      word({ ...served, wrongDuration: true }),
    ],
    [
      'no-moov',
      'makes a file that no player can open: the video has no index',
      word({ ...served, noMoov: true }),
    ],
    [
      'wrong-size',
      'makes a file with other pixels than requested: half on each side, or twice if that is below 64',
      word({ ...served, wrongSize: true }),
    ],
    [
      'corrupt',
      'changes bytes in the middle of the file, and keeps the length and `ETag` of the undamaged file',
      word({ ...served, corrupt: true }),
    ],
    [
      'url-403=2',
      'the first 2 result reads return 403',
      valued(count, (resultForbidden) => ({ resultForbidden })),
    ],
    [
      'result-down=30s',
      'connections to the result are reset until this time after the end of the job',
      valued(durationMs, (resultDownMs) => ({ resultDownMs })),
    ],
    [
      'result-cut=3',
      'the first 3 result reads break off halfway through what is left',
      valued(count, (resultCuts) => ({ ...served, resultCuts })),
    ],
    [
      'cut-after=4096',
      'each result read breaks off after this number of bytes; `Range` gets the rest piece by piece',
      valued(count, (cutAfter) => ({ ...served, ...unbound, cutAfter })),
    ],
    [
      'drip=30s',
      'each result read takes this time, in eight pieces by the clock of the space',
      valued(durationMs, (dripMs) => ({ ...served, ...unbound, dripMs })),
    ],
    [
      'length-lie',
      '`Content-Length` of the result is half of its real length',
      word({ ...served, ...unbound, lengthLie: true }),
    ],
    ['result-gone', 'result reads return 410', word(instead({ resultGone: true }))],
    [
      'redirect',
      'result reads return 302 to a link at the same address that needs no key',
      word({ astray: null, redirect: 'link' }),
    ],
    [
      'redirect-host',
      'the same, to another host name: `localhost` for `127.0.0.1` and the reverse; a client must not send its key there',
      word({ astray: null, redirect: 'host' }),
    ],
    [
      'redirect-private',
      'result reads return 302 to a private address that the mock monitors',
      word(instead({ redirect: null, astray: 'private' })),
    ],
    [
      'redirect-metadata',
      'result reads return 302 to `http://169.254.169.254/latest/meta-data/`',
      word(instead({ redirect: null, astray: 'metadata' })),
    ],
    [
      'one-use',
      'a link to the result works once and then returns 403; the next status read returns a new one',
      word({ oneUse: true }),
    ],
    [
      'url-expires=5s',
      'a link to the result expires after this time; the next status read returns a new one',
      valued(durationMs, (linkLifeMs) => ({ linkLifeMs })),
    ],
    [
      'result-kept=1h',
      'status reads report that the result is kept until this time after the end of the job',
      valued(durationMs, (resultKeptMs) => ({ resultKeptMs })),
    ],
  ],
  Callbacks: [
    ['callback-lost', 'no callback of the job is sent', word(calling('lost'))],
    ['callback-twice', 'each callback is sent twice, as the same message', word(calling('twice'))],
    [
      'callback-late=10m',
      'each callback is sent this time after its event; without a time, the callback of the end is sent before all others',
      (text) => {
        const lateMs = text === undefined ? null : durationMs(text);
        return lateMs === undefined ? undefined : calling('late', lateMs);
      },
    ],
    [
      'callback-bad-signature',
      'before the callback of the end, a forged one with a bad signature reports that the job failed',
      word(calling('bad-signature')),
    ],
    [
      'callback-before-answer',
      'the job ends at once, whatever `queue` and `run` say, and the callback of its end is sent before the response to the submission',
      word(calling('before-answer')),
    ],
  ],
  Searches: [
    [
      'findable',
      'the job can be searched for by its correlation ID, 5 s after acceptance',
      word({ findable: true }),
    ],
    [
      'list-lag=10s',
      "the job appears in lists and searches this time after acceptance: on the mock's own API at most 10 minutes",
      valued(durationMs, (listLagMs) => ({ listLagMs })),
    ],
  ],
};

/** Tokens that no rule can cause for one request: they are about all reads, or about the links of a job. */
const ofTheJob = ['result-down', 'one-use', 'url-expires', 'result-kept', 'callback-before-answer'];

export function nameOf(token: string): string {
  return token.replace(/=.*$/s, '');
}

/** Every token by its name. */
export const faultTable: ReadonlyMap<string, FaultRow> = new Map(
  faultGroups.flatMap((group) =>
    groups[group].map(([form, effect, read]): readonly [string, FaultRow] => {
      const name = nameOf(form);
      const op = group === 'Results' ? 'result' : group === 'Callbacks' ? 'callback' : undefined;
      const isOfOne = op !== undefined && !ofTheJob.includes(name);
      return [name, { group, form, effect, read, ...(isOfOne && { op }) }];
    }),
  ),
);

/** Every known token, as written. */
export const knownTokens: readonly string[] = [...faultTable.values()].map(({ form }) => form);

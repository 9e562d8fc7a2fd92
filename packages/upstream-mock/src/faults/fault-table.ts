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

/** A token: its form, and the instructions of its value, which are undefined if the value is invalid. */
export interface FaultRow {
  readonly form: string;
  readonly read: (value: string | undefined) => Change | undefined;
  /** Operation of a rule that may cause it for one request. */
  readonly op: 'result' | 'callback' | null;
}

type Row = readonly [form: string, read: FaultRow['read']];

/** These fields without tokens. */
function without(...fields: readonly (keyof Change)[]): Change {
  return Object.fromEntries(fields.map((field) => [field, noInstructions[field]]));
}

/** A submission is refused or gets one response, and a job fails in one way. A refused job never runs. */
const unrefused = without('refuse', 'refuseCode');
const unanswered = { ...unrefused, ...without('response', 'hangMs', 'cutTo') };
const unfailed = without('fail', 'keptCharge', 'failsAfter', 'completedFirstMs');
const refusing = { ...unanswered, ...unfailed, ...without('accepted') };
const failing = { ...unrefused, ...unfailed };
/** A file leaves in one way, is served if it is changed, and is not changed if it is not served. */
const served = without('htmlBody', 'resultGone', 'astray');
const sent = { ...served, ...without('dripMs', 'cutAfter', 'lengthLie') };
const files = [
  'truncateTo',
  'wrongDuration',
  'noMoov',
  'wrongSize',
  'corrupt',
  'resultCuts',
] as const;
const unserved = { ...sent, ...without(...files) };
const onTime = without('callbackLateMs');

/** A token without a value. */
const word =
  (change: Change): FaultRow['read'] =>
  (value) =>
    value === undefined ? change : undefined;

/** A token with a value. */
const valued =
  <T>(read: (text: string) => T | undefined, change: (value: T) => Change): FaultRow['read'] =>
  (text) => {
    const value = text === undefined ? undefined : read(text);
    return value === undefined ? undefined : change(value);
  };

type Numeric = {
  [Field in keyof Change]-?: number extends NonNullable<Change[Field]> ? Field : never;
}[keyof Change];

/** A token whose value is one field, with others that it resets. */
const amount = (read: (text: string) => number | undefined, field: Numeric, reset: Change = {}) =>
  valued(read, (value) => ({ ...reset, [field]: value }));

/** Only a hang has a time, and only a cut a number of bytes. */
function responding(text = ''): Change | undefined {
  const plain = oneOf(symptoms)(text);
  if (plain !== undefined) return { ...unanswered, response: plain };
  const hang = worded(['hang'], durationMs)(text);
  if (hang !== undefined) return { ...unanswered, response: 'hang', hangMs: hang.value };
  const cut = worded(['cut'], count)(text);
  return cut === undefined ? undefined : { ...unanswered, response: 'cut', cutTo: cut.value };
}

const responses = symptoms.join('|').replace('hang', 'hang:30s').replace('cut', 'cut:20');
const results: readonly Row[] = [
  ['truncate=60%', amount(share, 'truncateTo', served)],
  ['html-body', word({ ...unserved, htmlBody: true })],
  ['wrong-duration', word({ ...served, wrongDuration: true })],
  ['no-moov', word({ ...served, noMoov: true })],
  ['wrong-size', word({ ...served, wrongSize: true })],
  ['corrupt', word({ ...served, corrupt: true })],
  ['url-403=2', amount(count, 'resultForbidden')],
  ['result-cut=3', amount(count, 'resultCuts', served)],
  ['cut-after=4096', amount(count, 'cutAfter', sent)],
  ['drip=30s', amount(durationMs, 'dripMs', sent)],
  ['length-lie', word({ ...sent, lengthLie: true })],
  ['result-gone', word({ ...unserved, resultGone: true })],
  ['redirect', word({ astray: null, redirect: 'link' })],
  ['redirect-host', word({ astray: null, redirect: 'host' })],
  ['redirect-private', word({ ...unserved, redirect: null, astray: 'private' })],
  ['redirect-metadata', word({ ...unserved, redirect: null, astray: 'metadata' })],
];

const callbacks: readonly Row[] = [
  ['callback-lost', word({ ...onTime, callback: 'lost' })],
  ['callback-twice', word({ ...onTime, callback: 'twice' })],
  [
    'callback-late=10m',
    (text) => {
      const callbackLateMs = text === undefined ? null : durationMs(text);
      return callbackLateMs === undefined ? undefined : { callback: 'late', callbackLateMs };
    },
  ],
  ['callback-bad-signature', word({ ...onTime, callback: 'bad-signature' })],
];

const others: readonly Row[] = [
  ['run=2s', amount(durationMs, 'runMs')],
  ['queue=1s', amount(durationMs, 'queueMs')],
  [`fail=${failReasons.join('|')}`, valued(oneOf(failReasons), (fail) => ({ ...failing, fail }))],
  ['charged-failure', word({ ...failing, fail: 'internal', keptCharge: 1 })],
  [
    'credits-end=50%',
    valued(share, (part) => ({ ...failing, fail: 'credits', keptCharge: part, failsAfter: part })),
  ],
  [
    'completed-then-failed=10s',
    amount(durationMs, 'completedFirstMs', { ...failing, fail: 'internal' }),
  ],
  [
    `refuse=${refusedStatuses.join('|')}`,
    valued(oneOf(refusedStatuses), (refuse) => ({ ...refusing, refuse })),
  ],
  ['refuse-code=1102', valued(code, (refuseCode) => ({ ...refusing, refuseCode }))],
  [`response=${responses}`, responding],
  [
    `accepted=${acceptances.join('|')}`,
    valued(oneOf(acceptances), (accepted) => ({ ...unrefused, accepted })),
  ],
  ['lost-response', word({ ...unanswered, response: 'lost', accepted: 'yes' })],
  ['lost-request', word({ ...unanswered, response: 'lost', accepted: 'no' })],
  ['dup-accept', word({ dupAccept: true })],
  ['duplicate-accepted', word({ duplicateAccepted: true })],
  [
    `reads=${readSymptoms.join('|')}:5`,
    valued(worded(readSymptoms, count), ({ word: readsAs, value }) => ({
      readsAs,
      reads: value ?? 1,
    })),
  ],
  ['stall=30s', amount(durationMs, 'stallMs')],
  ['backwards', word({ backwards: true })],
  ['vanish=5s', amount(durationMs, 'vanishMs')],
  ['no-url=2', amount(count, 'urlMissing')],
  ['unknown-state', word({ unknownState: true })],
  ['result-down=30s', amount(durationMs, 'resultDownMs')],
  ['one-use', word({ oneUse: true })],
  ['url-expires=5s', amount(durationMs, 'linkLifeMs')],
  ['result-kept=1h', amount(durationMs, 'resultKeptMs')],
  ['callback-before-answer', word({ ...onTime, callback: 'before-answer' })],
  ['findable', word({ findable: true })],
  ['list-lag=10s', amount(durationMs, 'listLagMs')],
];

export function nameOf(token: string): string {
  return token.replace(/=.*$/s, '');
}

const rowsOf = (op: FaultRow['op'], rows: readonly Row[]) =>
  rows.map(([form, read]) => [nameOf(form), { form, read, op }] as const);

/** Every token by its name. */
export const faultTable: ReadonlyMap<string, FaultRow> = new Map([
  ...rowsOf(null, others),
  ...rowsOf('result', results),
  ...rowsOf('callback', callbacks),
]);

/** Every known token, as written. */
export const knownTokens: readonly string[] = [...faultTable.values()].map(({ form }) => form);

/** Tokens that refuse the submission, or have it lost before the mock has it. */
const refusing = [
  'refuse',
  'refuse-code',
  'edge-page',
  'unlisted-code',
  'error-in-200',
  'lost-request',
  'response=hang,accepted=no',
  'response=500,accepted=no',
  'response=502,accepted=no',
  'response=504,accepted=no',
  'response=garbled,accepted=no',
  'response=html,accepted=no',
  'response=wrong-id,accepted=no',
];

/** Tokens that keep from the caller that the submission was accepted, or leave it to the seed whether it was. */
const reporting = [
  'lost-response',
  'response=hang',
  'hang',
  'response=500',
  'response=garbled',
  'response=502',
  'response=unlisted-code',
  'response=error-in-200',
  'response=no-id',
  'response=502',
  'response=504',
  'response=html',
  'response=wrong-id',
  'reset',
  '500',
  '502',
  '504',
  'garbled',
  'html-200',
  'wrong-id',
];

/** Tokens that say how an accepted job fails. */
const failing = ['fail', 'charged-failure', 'credits-end', 'completed-then-failed'];

/** Tokens that change the file which is served. */
const changing = ['truncate', 'wrong-duration', 'no-moov', 'wrong-size', 'corrupt', 'result-cut'];

/** Tokens that say how the file leaves. */
const leaving = ['cut-after', 'drip', 'length-lie'];

/** Tokens by which the file cannot be had. */
const withoutFile = ['html-body', 'result-gone', 'redirect-private', 'redirect-metadata'];

/** Tokens that say how callbacks go wrong. */
const calling = [
  'callback-lost',
  'callback-twice',
  'callback-late',
  'callback-bad-signature',
  'callback-before-answer',
];

/** Groups of which any two tokens contradict each other, listed in docs/mock/faults.md. */
const groups: readonly (readonly string[])[] = [
  [...refusing, ...reporting],
  failing,
  ...refusing.flatMap((name) => failing.map((failure) => [name, failure])),
  leaving,
  withoutFile,
  ...[...changing, ...leaving].flatMap((name) => withoutFile.map((other) => [name, other])),
  ['redirect', 'redirect-host', 'redirect-private', 'redirect-metadata'],
  ['link-life', 'url-expires'],
  calling,
];

/** Returns true if two tokens, by their names, contradict each other. Two of one name do, too. */
export function contradict(one: string, other: string): boolean {
  return one === other || groups.some((group) => group.includes(one) && group.includes(other));
}

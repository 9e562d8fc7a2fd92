/** Tokens that refuse the submission. */
const refusing = ['refuse', 'refuse-code'];

/** Tokens that choose the response to it, or the outcome behind that. */
const reporting = ['response', 'lost-response', 'lost-request'];
const deciding = ['accepted', 'lost-response', 'lost-request'];

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
  ...refusing.map((name) => [name, 'accepted']),
  deciding,
  failing,
  ...refusing.flatMap((name) => failing.map((failure) => [name, failure])),
  leaving,
  withoutFile,
  ...[...changing, ...leaving].flatMap((name) => withoutFile.map((other) => [name, other])),
  ['redirect', 'redirect-host', 'redirect-private', 'redirect-metadata'],
  calling,
];

/** Returns true if two tokens, by their names, contradict each other. Two of one name do, too. */
export function contradict(one: string, other: string): boolean {
  return one === other || groups.some((group) => group.includes(one) && group.includes(other));
}

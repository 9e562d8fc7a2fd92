import type { TrailWhat } from '../../../api/responses.ts';

type Tone = 'quiet' | 'busy' | 'good' | 'bad' | 'unsure';

const tones: { readonly [W in TrailWhat]: Tone } = {
  accepted: 'busy',
  money: 'quiet',
  waiting: 'quiet',
  'awaiting-configuration': 'unsure',
  'configuration-overdue': 'bad',
  'account-chosen': 'busy',
  'account-withdrawn': 'quiet',
  'account-gone': 'bad',
  'owner-erased': 'bad',
  cancelled: 'bad',
  marked: 'busy',
  receipt: 'busy',
  'account-refused': 'bad',
  'outcome-lost': 'unsure',
  'read-failed': 'quiet',
  doubted: 'unsure',
  'partly-read': 'quiet',
  'deadline-passed': 'unsure',
  'not-known': 'unsure',
  'handle-taken': 'bad',
  found: 'good',
  'absence-proven': 'good',
  'needs-ruling': 'unsure',
  'sent-again': 'unsure',
  'slot-given-up': 'unsure',
  ruled: 'busy',
  'upstream-finished': 'busy',
  'upstream-failed': 'bad',
  'result-awaited': 'unsure',
  'result-unusable': 'bad',
  'result-not-fetched': 'bad',
  completed: 'good',
  failed: 'bad',
  'result-removed': 'quiet',
  'content-erased': 'quiet',
  other: 'quiet',
};

/** Colour of a step. */
export function toneOf(what: TrailWhat): Tone {
  return tones[what];
}

import type { NamedWorkRefusal } from './check-named-work.ts';

type Plain = Exclude<NamedWorkRefusal['kind'], 'not-read' | 'held' | 'another-id'>;

const sentences: { readonly [Kind in Plain]: string } = {
  'account-needed': 'It is not known on what account this job was sent: name the account.',
  'account-differs': 'This job was sent on another account, and its work is only there.',
  'upstream-gone': 'The account, or the provider it belongs to, is no longer there to be asked.',
  'not-nameable': 'Work of this provider cannot be named by an id.',
  'not-an-id': 'No work of this provider can have this id.',
  'not-known': 'The provider does not know this id on this account.',
  answered: 'The provider answered the submission of this job with something else.',
};

/** Describes in one sentence for an operator why named work is not adopted. */
export function describeNamedWorkRefusal(refusal: NamedWorkRefusal): string {
  if (refusal.kind === 'held') return `This id is the work of job ${refusal.heldBy}.`;
  if (refusal.kind === 'another-id')
    return `The provider answered for another id, ${refusal.reported}. Look that one up if it is the work you mean.`;
  if (refusal.kind === 'not-read')
    return `The provider gave no answer about this id: ${refusal.detail}.`;
  return sentences[refusal.kind];
}

import type { Job } from '../../job/job.ts';
import type { NamedWorkRefusal } from './check-named-work.ts';

type Plain = Exclude<NamedWorkRefusal['kind'], 'not-read' | 'held' | 'another-id'>;

const sentences: { readonly [Kind in Plain]: string } = {
  'account-needed': 'The account of this job is unknown; name the account.',
  'account-differs': 'This job was sent with another account; its task exists only there.',
  'upstream-gone': 'The account or its provider is no longer configured and cannot be queried.',
  'not-nameable': 'Tasks of this provider cannot be found by ID.',
  'not-an-id': 'This is not a valid ID of this provider.',
  'not-known': 'The provider does not know this ID on this account.',
  answered: 'The provider responded to the submission of this job with something else.',
};

/** Describes in one sentence for an operator why named work is not adopted. */
export function describeNamedWorkRefusal(refusal: NamedWorkRefusal): string {
  if (refusal.kind === 'held') return `This ID belongs to job ${refusal.heldBy}.`;
  if (refusal.kind === 'another-id')
    return `The provider responded with another ID, ${refusal.reported}. Look up that ID if it is the task you mean.`;
  if (refusal.kind === 'not-read')
    return `The provider reported nothing about this ID: ${refusal.detail}.`;
  return sentences[refusal.kind];
}

/** Says why a job cannot be resolved now. */
export function describeNotUnknown({ state }: Pick<Job, 'state'>): string {
  return state === 'outcome_unknown'
    ? 'The submission of this job is under way; try again in a minute.'
    : `Only a job with an unknown outcome can be resolved; this job is ${state}.`;
}

import type { Requirement } from './requirement.ts';

/** Nothing that is accepted can poison a store, and what poisons one is set aside. */
export const acceptedRequestsRequirements: readonly Requirement[] = [
  {
    id: 'accepted.checked',
    source: 'architecture §What is accepted can be read',
    text: 'The use-case `accept` checks a whole command against the catalog for every caller: a wrong one is refused as `invalid-request` with the field and its limit; nothing is looked up or stored.',
  },
  {
    id: 'accepted.never-throws',
    source: 'architecture §What is accepted can be read',
    text: 'Whatever a caller hands to `accept`, it neither throws nor answers that the storage is unavailable, and the store opens again.',
  },
  {
    id: 'accepted.read-back',
    source: 'architecture §What is accepted can be read',
    text: 'What a store accepts it reads back equal after it was closed and opened again.',
  },
  {
    id: 'accepted.answered',
    source: 'architecture §What is accepted can be read',
    text: 'Every surface answers a command that is refused as invalid as a mistake of the caller in its own error shape, with the field.',
  },
  {
    id: 'accepted.set-aside',
    source: 'docs/operating, A job that cannot be read',
    text: 'A job whose record cannot be read is set aside: the store opens and lists without it, its key stays taken and its credits stay where they were.',
  },
  {
    id: 'accepted.set-aside-told',
    source: 'docs/operating, A job that cannot be read',
    text: 'A job that is set aside is named in the log, in a metric, by the administration API and in the console, with the reason and without its content.',
  },
  {
    id: 'accepted.taken-back',
    source: 'docs/operating, A job that cannot be read',
    text: 'A release that can read a job that was set aside takes it back by itself.',
  },
];

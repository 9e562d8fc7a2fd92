import { StorageUnavailable } from '@filmgate/core';

/** The fault of a decision that does not fit what is stored: thrown before anything is written. */
export function contradiction(subject: string, what: string): StorageUnavailable {
  return new StorageUnavailable(`The change of ${subject} contradicts what is stored: ${what}.`, {
    applied: 'no',
  });
}

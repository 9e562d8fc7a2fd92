import { randomUUID } from 'node:crypto';
import type { AdminAccess } from '@filmgate/core';
import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';
import { dropFailures, listFailures, recordFailure, scanSubjects } from './admin-scripts.ts';

type LoginFailures = Pick<
  AdminAccess,
  'loginFailures' | 'recordLoginFailure' | 'clearLoginFailures'
> & { readonly dropFailures: (before: number) => Promise<void> };

const instants = z.array(z.string());
const scanned = z.tuple([z.string(), z.array(z.string())]);

/** Failed logins: one sorted set for each subject, so that a storm on one does not slow the others. */
export function createLoginFailures({ scripts, keys }: OpenStore): LoginFailures {
  const subjects = keys.of('login-failures');
  const failuresOf = (subject: string) => keys.of('login-failures', subject);
  const drop = async (dropped: readonly string[], before: number | '') => {
    const asked = { keys: [subjects, ...dropped.map(failuresOf)], args: [before, ...dropped] };
    await scripts.change(dropFailures, asked);
  };
  return {
    loginFailures: async ({ subject, since }) => {
      const asked = { keys: [failuresOf(subject)], args: [since] };
      return instants.parse(await scripts.read(listFailures, asked)).map(Number);
    },
    recordLoginFailure: async ({ subject, now }) => {
      const asked = { keys: [failuresOf(subject), subjects], args: [subject, now, randomUUID()] };
      await scripts.change(recordFailure, asked);
    },
    clearLoginFailures: (subject) => drop([subject], ''),
    dropFailures: async (before) => {
      let cursor = '0';
      do {
        const asked = { keys: [subjects], args: [cursor] };
        const [next, found] = scanned.parse(await scripts.read(scanSubjects, asked));
        if (found.length > 0) await drop(found, before);
        cursor = next;
      } while (cursor !== '0');
    },
  };
}

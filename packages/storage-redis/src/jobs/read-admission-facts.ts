import type { AdmissionFacts } from '@filmgate/core';
import { z } from 'zod';
import { readLoads } from '../accounts/account-fields.ts';
import { readList } from '../script/read-list.ts';
import { readPairs } from '../script/read-pairs.ts';
import { readUsage } from '../users/shown-user.ts';
import { openListsOf } from './open-lists.ts';
import { familySums } from './family-sums.ts';
import type { JobAccess } from './job-access.ts';
import { admissionFactsScript } from './read-scripts.ts';

const counts = z.tuple([z.number(), z.number(), z.number(), z.string().nullable()]);

/** See `JobReader.admissionFacts`: one script, so one instant. */
export async function readAdmissionFacts(
  { scripts, keys }: JobAccess,
  owner: string,
): Promise<AdmissionFacts> {
  const { accounts, families } = keys;
  const named = {
    owner: keys.owner(owner),
    accounts,
    families,
    queued: keys.list('queued'),
    awaiting: keys.list('awaiting_configuration'),
    ...openListsOf(keys, owner),
    openJobLimits: keys.openJobLimits,
  };
  const call = admissionFactsScript.call(named, { owner });
  const answer = await scripts.read(admissionFactsScript.script, call);
  const [usage, loads, credits, counted] = readList(answer, 'read-admission-facts');
  const [waiting, ownWaiting, ownOpen, maxOpenJobs] = counts.parse(counted);
  return {
    usage: readUsage(usage),
    loads: readLoads(readPairs(loads)),
    waitingCredits: familySums('credits:', readPairs(credits)),
    waiting,
    ownWaiting,
    ownOpen,
    maxOpenJobs: maxOpenJobs === null ? null : Number(maxOpenJobs),
  };
}

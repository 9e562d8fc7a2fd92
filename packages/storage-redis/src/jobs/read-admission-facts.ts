import type { AdmissionFacts } from '@filmgate/core';
import { readLoads } from '../accounts/account-fields.ts';
import { readList } from '../script/read-list.ts';
import { readPairs } from '../script/read-pairs.ts';
import { readUsage } from '../users/shown-user.ts';
import { familySums } from './family-sums.ts';
import type { JobAccess } from './job-access.ts';
import { admissionFactsScript } from './read-scripts.ts';

/** See `JobReader.admissionFacts`: one script, so one instant. */
export async function readAdmissionFacts(
  { scripts, keys }: JobAccess,
  owner: string,
): Promise<AdmissionFacts> {
  const { accounts, families } = keys;
  const call = admissionFactsScript.call({ owner: keys.owner(owner), accounts, families }, {});
  const answer = await scripts.read(admissionFactsScript.script, call);
  const [usage, loads, waiting] = readList(answer, 'read-admission-facts');
  return {
    usage: readUsage(usage),
    loads: readLoads(readPairs(loads)),
    waitingCredits: familySums('credits:', readPairs(waiting)),
  };
}

import type { FinalJobState, JobState } from '@filmgate/core';
import type { JobKeys } from '../keys/job-keys.ts';

type OpenListName = `own_${Exclude<JobState, FinalJobState>}`;

/** Names of the lists of an owner's jobs that are not final, a state each, as scripts have them. */
export const openStateLists = [
  'own_queued',
  'own_awaiting_configuration',
  'own_prepared',
  'own_dispatching',
  'own_submitted',
  'own_polling',
  'own_storing',
  'own_outcome_unknown',
] as const satisfies readonly OpenListName[];

/** The keys of those lists. */
export function openListsOf(keys: JobKeys, owner: string): Readonly<Record<OpenListName, string>> {
  const list = (state: JobState) => keys.ownerList(state, owner);
  return {
    own_queued: list('queued'),
    own_awaiting_configuration: list('awaiting_configuration'),
    own_prepared: list('prepared'),
    own_dispatching: list('dispatching'),
    own_submitted: list('submitted'),
    own_polling: list('polling'),
    own_storing: list('storing'),
    own_outcome_unknown: list('outcome_unknown'),
  };
}

/** How many jobs those lists hold together, and the limit of an owner who is a user, as functions in Lua. */
export const openJobsLua = `
local function openJobsLimit(owner)
  local id = string.match(owner, '^user:(.*)$')
  return id ~= nil and redis.call('HGET', K.openJobLimits, id)
end
local function countOpen()
  local open = 0
  for _, list in ipairs({ ${openStateLists.map((name) => `K.${name}`).join(', ')} }) do
    open = open + redis.call('ZCARD', list)
  end
  return open
end
`;

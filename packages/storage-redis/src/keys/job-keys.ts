import { hash } from 'node:crypto';
import {
  contentPrefix,
  createClaimDigests,
  type FinalJobState,
  type JobState,
} from '@filmgate/core';
import type { scheduleKeys } from '../jobs/lua/schedule-lua.ts';
import type { KeySpace } from './key-space.ts';

/** Digests of claims in the store. Keys from another store have the same digests: see `KeyClaim`. */
export const claimDigests = createClaimDigests((text) => hash('sha256', text, 'base64url'));

/** Lua functions of a job's claim: a key in `K.idempotency`; or digest, padded position and id in `K.contents`. */
export const claimsLua = `
local function isContent(key) return string.sub(key, 1, 1) == '${contentPrefix}' end
local function contentMember(job, id) return job.key .. paddedPosition(job) .. id end
local function keepClaim(job, id, fingerprint)
  if isContent(job.key) then
    redis.call('ZADD', K.contents, 0, contentMember(job, id))
  elseif job.key ~= '' then
    redis.call('HSET', K.idempotency, job.key, id .. '\\n' .. fingerprint)
  end
end
local function giveBackClaim(job, id)
  if isContent(job.key) then
    redis.call('ZREM', K.contents, contentMember(job, id))
  elseif job.key ~= '' then
    redis.call('HDEL', K.idempotency, job.key)
  end
end
`;

type OpenListName = `own_${Exclude<JobState, FinalJobState>}`;

/** Names of the lists of an owner's jobs that are not final, one per state, as scripts use them. */
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

/** Keys of those lists. */
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

/** Number of jobs in those lists together, and the limit of an owner who is a user, as Lua functions. */
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

/** Keys of the schedule and of the jobs that wait in it. */
export function keysOfSchedule(
  keys: JobKeys,
): Pick<JobKeys, (typeof scheduleKeys)[number] | 'awaiting'> {
  const { due, asleep, ready, readyDue, turns, counters, families, awaiting } = keys;
  return { due, asleep, ready, readyDue, turns, counters, families, awaiting };
}

/** Keys of jobs and of everything that is changed together with them. */
export class JobKeys {
  readonly #space: KeySpace;
  /**
   * Hash: the last position in the order of acceptance (`seq`), the last turn given (`turn`), each owner's
   * (`turn:<owner>`), the last number of a family (`family`), the number of pool changes (`pool`), and the number above
   * which epochs begin (`epochs`).
   */
  readonly counters: string;
  /** Hash: the number of each family (`index:<family>`), its queued jobs (`jobs:…`) and their credits (`credits:…`). */
  readonly families: string;
  /** Hash: job id by digest of idempotency scope and key, with the fingerprint claimed under it. */
  readonly idempotency: string;
  /** Sorted set by text: digest, position and id of jobs accepted without a key. */
  readonly contents: string;
  /** Hash: job id and try by correlation id. */
  readonly correlations: string;
  /** Hash: job id and try by `handleClaim`. */
  readonly handles: string;
  /** Hash: newest epoch of each job claimed since the last acknowledged loss, and its lease if it has one. */
  readonly leases: string;
  /** Sorted set: ids of jobs in lane `continue` by the instant they can be claimed. */
  readonly due: string;
  /** Sorted set: start members that cannot be claimed yet, by the instant they can. */
  readonly asleep: string;
  /** Sorted set by text: start members that can be claimed; see `start-member`. */
  readonly ready: string;
  /** Sorted set: the same members by the instant since which they can be claimed. */
  readonly readyDue: string;
  /** Sorted set: family and owner of ready jobs by the family's number and the owner's last turn. */
  readonly turns: string;
  /** Set: start members of jobs in `awaiting_configuration` that no runner holds. */
  readonly awaiting: string;
  /** Hash: the accounts, field by field (`<field>\n<id>`), their use, and the circuits of providers. */
  readonly accounts: string;
  /** Hash: sealed secrets by account. */
  readonly secrets: string;
  /** Sorted sets for open and for final jobs: list members with their owner by the instant of the last change. */
  readonly changedOpen: string;
  readonly changedFinal: string;
  /** Hash: rows of jobs whose signatures are not packed, by position; see `SignatureRow`. */
  readonly signatures: string;
  /** Hash: packed blocks of signatures by number: instants of the oldest and newest job, and number of jobs left. */
  readonly signatureBlocks: string;
  readonly references: string;
  readonly openJobLimits: string;
  /** Channel on which commits are announced. */
  readonly events: string;

  constructor(space: KeySpace) {
    this.#space = space;
    this.counters = space.of('counters');
    this.families = space.of('families');
    this.idempotency = space.of('idempotency');
    this.contents = space.of('contents');
    this.correlations = space.of('correlations');
    this.handles = space.of('handles');
    this.leases = space.of('leases');
    this.due = space.of('due');
    this.asleep = space.of('asleep');
    this.ready = space.of('ready');
    this.readyDue = space.of('ready-due');
    this.turns = space.of('turns');
    this.awaiting = space.of('awaiting');
    this.accounts = space.of('accounts');
    this.secrets = space.of('secrets');
    this.changedOpen = space.of('changed', 'open');
    this.changedFinal = space.of('changed', 'final');
    this.signatures = space.of('signatures');
    this.signatureBlocks = space.of('signatures', 'blocks');
    this.references = space.references;
    this.openJobLimits = space.openJobLimits;
    this.events = space.of('events');
  }

  /** Hash: one job; see `JobRecord`. */
  job(id: string): string {
    return this.#space.of('job', id);
  }

  /** List: the trail of a job after its acceptance. */
  trail(id: string): string {
    return this.#space.of('trail', id);
  }

  /** Hash: the credits of an owner. */
  owner(name: string): string {
    return this.#space.owner(name);
  }

  /** Sorted set: list members of all owners' jobs in a state by the instant of creation. */
  list(state: JobState): string {
    return this.#space.of('list', state);
  }

  /** Sorted set: the same for one owner's jobs. */
  ownerList(state: JobState, owner: string): string {
    return this.#space.of('list', state, owner);
  }

  /** Sorted set: the same for all owners' jobs of a model, in any state. */
  modelList(model: string): string {
    return this.#space.of('model-list', model);
  }

  /** Sorted set: the same for the jobs on an account. */
  accountList(account: string): string {
    return this.#space.of('account-list', account);
  }

  /** Strings: a packed block of signatures; see `SignatureBlock`. */
  signatureBlock(block: number): { readonly bits: string; readonly ids: string } {
    const number = String(block);
    return {
      bits: this.#space.of('signatures', 'bits', number),
      ids: this.#space.of('signatures', 'ids', number),
    };
  }
}

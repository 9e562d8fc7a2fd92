import {
  canonicalJson,
  type JsonValue,
  type PollOutcome,
  type UpstreamClient,
} from '@filmgate/core';
import { hasLink, type LinkSeal, withOpenLink } from './deliver-at-once.ts';
import type { OutputLocation } from './poll-reading.ts';
import { pollShared } from './poll-shared.ts';
import { taskOf } from './prepared-call.ts';
import type { ProviderDescription } from './provider-description.ts';
import type { AccountPaces } from './read-pace.ts';
import { readPoll, readTask, type Reading, type TaskRead } from './read-task.ts';
import { ReportedOutputs } from './reported-outputs.ts';

type PollCall = Parameters<UpstreamClient['poll']>[0];
type Turn = Parameters<Required<UpstreamClient>['turnToPoll']>[0];

/** Polls of an endpoint's tasks: each has its turn, and many may share one read. */
export class TaskPolls {
  readonly #description: ProviderDescription;
  readonly #paces: AccountPaces;
  readonly #deps: { readonly now: () => number; readonly links?: LinkSeal };
  readonly #outputs = new ReportedOutputs();

  constructor(
    description: ProviderDescription,
    paces: AccountPaces,
    deps: { readonly now: () => number; readonly links?: LinkSeal },
  ) {
    this.#description = description;
    this.#paces = paces;
    this.#deps = deps;
  }

  turnOf({ account, handle, now }: Turn): number {
    const isPaced = this.#description.timing.pollsPerSecond !== null && !hasLink(taskOf(handle));
    return isPaced ? this.#paces.of(account).turnOf(workOf(handle), now) : now;
  }

  async poll(call: PollCall, reading: Reading): Promise<PollOutcome> {
    const read = await this.#read(call, reading);
    if (read.reading?.kind === 'succeeded')
      this.#outputs.keep(outputKey(call), read.reading.output, this.#deps.now());
    return read.outcome;
  }

  async #read({ account, handle }: PollCall, reading: Reading): Promise<TaskRead> {
    const { poll } = this.#description;
    const [task, work] = [this.#taskOf(handle), workOf(handle)];
    const pace = this.#paces.of(account.id);
    const shared = pace.sharedReadOf(work);
    if (shared === undefined || poll.many === undefined) return await readTask(poll, task, reading);
    const read = await pollShared(poll, task, { many: poll.many, shared, ...reading });
    if (read !== undefined) return read;
    pace.readAlone(work);
    const detail = 'read together with other tasks';
    return { outcome: { kind: 'transient', detail, retryAfterMs: null } };
  }

  /** Returns the current location of a result; undefined if missing, or if the task is named otherwise than before. */
  async outputOf(
    call: PollCall,
    namedAs: JsonValue | undefined,
    { read }: Pick<Reading, 'read'>,
  ): Promise<OutputLocation | undefined> {
    const kept = this.#outputs.take(outputKey(call), this.#deps.now());
    if (kept !== undefined) return kept;
    const { reading } = await readPoll(this.#description.poll, this.#taskOf(call.handle), read);
    if (reading?.kind !== 'succeeded') return undefined;
    const [reported, known] = [reading.namedAs ?? null, namedAs ?? null];
    return reported === null || canonicalJson(reported) === canonicalJson(known)
      ? reading.output
      : undefined;
  }

  #taskOf(handle: PollCall['handle']): JsonValue {
    return withOpenLink(taskOf(handle), this.#deps.links);
  }
}

/** Names what is read of a handle. */
function workOf(handle: PollCall['handle']): string {
  return canonicalJson(taskOf(handle));
}

function outputKey({ account, handle }: PollCall): string {
  return `${account.id} ${workOf(handle)}`;
}

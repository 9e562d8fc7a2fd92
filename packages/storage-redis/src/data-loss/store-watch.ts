import { randomInt, randomUUID } from 'node:crypto';
import { StorageUnavailable } from '@filmgate/core';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { JobKeys } from '../keys/job-keys.ts';
import type { KeySpace } from '../keys/key-space.ts';
import type { ServerClock } from '../script/server-clock.ts';
import { acknowledgeScript, haltScript, meetScript } from './fence-scripts.ts';
import { checkMemory, type MetStore, type NodeMemory } from './node-memory.ts';

const schema = z.object({
  kind: z.enum(['went-back', 'elsewhere']),
  noticedAt: z.number(),
  detail: z.string(),
  /** Absent where the number is unknown. */
  missingChanges: z.number().exactOptional(),
});

/** Reason and instant of a halt. */
type HaltRecord = Readonly<z.infer<typeof schema>>;

/** The record as stored in the fence. */
export function writeHalt(record: HaltRecord): string {
  return JSON.stringify(record);
}

/** Parses a record; one that cannot be parsed halts just the same. */
export function readHalt(text: string): HaltRecord {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return {
      kind: 'went-back',
      noticedAt: 0,
      detail: 'The store was halted; the record of the reason cannot be read.',
    };
  }
}

export interface StoreWatchParts {
  readonly keys: KeySpace;
  readonly memory: NodeMemory;
  readonly clock: ServerClock;
  /** Address at which this node reaches the server, without credentials. */
  readonly address: string;
}

/** Highest number at which epochs begin after a loss: two histories are not expected to begin at the same one. */
const highestEpochBase = 2 ** 48 - 1;

/**
 * Detects that the store forgot commits it had acknowledged, as after a failover to a replica that was behind, a
 * restart without its file, or the restore of an old one. A node that detects a loss halts the store for all nodes
 * until an operator acknowledges it.
 */
export class StoreWatch {
  readonly #parts: StoreWatchParts;
  readonly #listeners = new Set<(halt: HaltRecord | null) => void>();
  readonly #historyListeners = new Set<() => void>();
  #haltText: string | null = null;

  constructor(parts: StoreWatchParts) {
    this.#parts = parts;
  }

  /** Reason of the halt, as last seen; null while the store is not halted. */
  get halt(): HaltRecord | null {
    return this.#haltText === null ? null : readHalt(this.#haltText);
  }

  /** Adds a listener that is called at each beginning and end of a halt; the returned function removes it. */
  onChange(listener: (halt: HaltRecord | null) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Adds a listener that is called when this node continues in another history of the store: its knowledge of the
   * former may be wrong. Even where nothing it had seen is missing it may have received announcements of missing
   * changes: announcements precede the number of commits.
   */
  onNewHistory(listener: () => void): void {
    this.#historyListeners.add(listener);
  }

  /** Checks the fence: reads a store for the first time, detects a loss, detects the end of a halt. */
  async examine(client: Redis): Promise<void> {
    const { memory, clock } = this.#parts;
    const { asked, met } = await this.#meet(client);
    clock.note(met.serverNow);
    // Another check continued in another history meanwhile: this response is only about the former one.
    if (memory.remembered?.historyId !== asked?.historyId) {
      await this.examine(client);
      return;
    }
    const verdict = checkMemory(asked, met);
    if (verdict !== 'forgotten' && met.historyId !== null)
      this.#follow(verdict, met, met.historyId);
    const isElsewhere = met.isElsewhere && met.halt === null;
    if (verdict !== 'forgotten' && !isElsewhere) {
      this.#becomeHalted(met.halt);
      return;
    }
    const halt = await this.#haltAll(client, met, isElsewhere && verdict !== 'forgotten');
    if (halt === null) await this.examine(client);
    else this.#becomeHalted(halt);
  }

  /** Ends a halt on every node, and every claim given before; false without a halt. */
  async acknowledge(client: Redis): Promise<boolean> {
    const { keys } = this.#parts;
    const { leases, counters } = new JobKeys(keys);
    const { server } = await readReplication(client);
    const fresh = [randomUUID(), randomInt(highestEpochBase), server, this.#parts.address];
    const ended = await client.eval(acknowledgeScript, 3, keys.fence, leases, counters, ...fresh);
    await this.examine(client);
    return ended === 1;
  }

  /** Error that calls throw while the store is halted. */
  fault(applied: StorageUnavailable['applied']): StorageUnavailable {
    const detail = this.halt?.detail ?? 'The store is no longer halted.';
    return new StorageUnavailable(detail, { applied, reason: 'data-loss' });
  }

  /** Halts the store for every node; returns the record in force, null if an operator acknowledged the loss since. */
  async #haltAll(client: Redis, met: MetStore, isWhole: boolean): Promise<string | null> {
    const { memory, keys, address } = this.#parts;
    const what = isWhole ? describeMove(address) : describeLoss(memory, met);
    const record = writeHalt({ noticedAt: met.serverNow, ...what });
    const { historyId = '', commits = 0 } = memory.remembered ?? {};
    const inForce = String(
      await client.eval(haltScript, 1, keys.fence, historyId, commits, record, isWhole ? '' : '1'),
    );
    return inForce === '' ? null : inForce;
  }

  #follow(verdict: 'adopt' | 'whole', met: MetStore, historyId: string): void {
    const { memory } = this.#parts;
    const former = memory.remembered?.historyId;
    if (verdict === 'adopt') memory.adopt({ historyId, commits: met.commits });
    else memory.resume({ ...met, historyId });
    if (former === historyId) return;
    for (const listener of this.#historyListeners) listener();
  }

  /** Reads the fence, and the node's memory as of the request: responses to other calls arrive in the meantime. */
  async #meet(client: Redis): Promise<{ readonly asked: NodeMemory['current']; met: MetStore }> {
    const { memory, keys } = this.#parts;
    const { server, promotedFrom } = await readReplication(client);
    const { node, historyIds, current: asked } = memory;
    const mayBegin = historyIds.length === 0 ? '1' : '0';
    const { address } = this.#parts;
    const args = [node, randomUUID(), server, promotedFrom, address, mayBegin, ...historyIds];
    const reply = await client.eval(meetScript, 1, keys.fence, ...args);
    return { asked, met: readMeeting(reply, historyIds) };
  }

  #becomeHalted(text: string | null): void {
    if (text === this.#haltText) return;
    this.#haltText = text;
    for (const listener of this.#listeners) listener(this.halt);
  }
}

function readMeeting(reply: unknown, historyIds: readonly string[]): MetStore {
  if (!Array.isArray(reply)) throw new TypeError('The fence responded without its frame.');
  const [historyId, commits, ownCommits, halt, forgiven, elsewhere, serverNow, ...kept] =
    reply.map(String);
  const keptOf = historyIds.map((name, index) => [name, kept[index] ?? ''] as const);
  return {
    historyId: historyId === undefined || historyId === '' ? null : historyId,
    commits: Number(commits),
    ownCommits: Number(ownCommits),
    kept: new Map(keptOf.flatMap(([name, at]) => (at === '' ? [] : [[name, Number(at)]]))),
    halt: halt === undefined || halt === '' ? null : halt,
    isForgiven: forgiven === '1',
    isElsewhere: elsewhere === '1',
    serverNow: Number(serverNow),
  };
}

function describeLoss({ current }: NodeMemory, met: MetStore): Omit<HaltRecord, 'noticedAt'> {
  const { gap, ...missing } = describeGap(current ?? { commits: 0, ownCommits: 0 }, met);
  const detail = `${gap}: saved changes are lost. All job processing is stopped until an operator acknowledges the loss.`;
  return { kind: 'went-back', detail, ...missing };
}

function describeGap(
  { commits, ownCommits }: { readonly commits: number; readonly ownCommits: number },
  met: Pick<MetStore, 'kept' | 'ownCommits'>,
): { readonly gap: string; readonly missingChanges?: number } {
  if (met.kept.size === 0)
    return { gap: 'Redis has another store, or none, in place of the store that this node knows' };
  const most = Math.max(...met.kept.values());
  if (most < commits)
    return {
      gap: `Redis has ${String(most)} changes, but had acknowledged ${String(commits)}`,
      missingChanges: commits - most,
    };
  return {
    gap: 'Redis lacks changes of this node',
    missingChanges: ownCommits - met.ownCommits,
  };
}

function describeMove(address: string): Omit<HaltRecord, 'noticedAt'> {
  return {
    kind: 'elsewhere',
    detail: `The store on Redis is a copy, or was moved: the server at ${address} is not the server of the store, was not promoted from that server, and no node has used this address before. All job processing is stopped until an operator confirms which.`,
  };
}

/** Ids of a server, new each time it becomes a primary, and of the one it was promoted from; '' where not shown. */
async function readReplication(
  client: Redis,
): Promise<{ readonly server: string; readonly promotedFrom: string }> {
  const info = await client.info('replication');
  const idOf = (name: string) => new RegExp(`^${name}:(\\w+)`, 'mu').exec(info)?.[1] ?? '';
  return { server: idOf('master_replid'), promotedFrom: idOf('master_replid2') };
}

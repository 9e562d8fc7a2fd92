import { randomInt, randomUUID } from 'node:crypto';
import { StorageUnavailable } from '@filmgate/core';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { JobKeys } from '../keys/job-keys.ts';
import type { KeySpace } from '../keys/key-space.ts';
import type { ServerClock } from '../script/server-clock.ts';
import { acknowledgeScript, haltScript, meetScript } from './fence-scripts.ts';
import { judgeMemory, type MetStore, type NodeMemory } from './node-memory.ts';

const schema = z.object({
  kind: z.enum(['went-back', 'elsewhere']),
  noticedAt: z.number(),
  detail: z.string(),
  /** Absent where it is not known. */
  missingChanges: z.number().exactOptional(),
});

/** Why and since when a store is halted. */
type HaltRecord = Readonly<z.infer<typeof schema>>;

/** The record as kept in the fence. */
export function writeHalt(record: HaltRecord): string {
  return JSON.stringify(record);
}

/** Reads a record; one that cannot be read halts just the same. */
export function readHalt(text: string): HaltRecord {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return {
      kind: 'went-back',
      noticedAt: 0,
      detail: 'The store was halted; the record of why cannot be read.',
    };
  }
}

export interface StoreWatchParts {
  readonly keys: KeySpace;
  readonly memory: NodeMemory;
  readonly clock: ServerClock;
  /** Where this node reaches the server, without a credential. */
  readonly address: string;
}

/** Where epochs of claims begin after a loss, at the most: two pasts that count from one number are not to be expected in any life. */
const highestEpochBase = 2 ** 48 - 1;

/**
 * Watches whether the store forgot commits it had answered, as after a failover to a replica that was behind, a restart without its
 * file, or the restoring of an old one. A node that notices halts the store for all nodes until an operator acknowledges the loss.
 */
export class StoreWatch {
  readonly #parts: StoreWatchParts;
  readonly #listeners = new Set<(halt: HaltRecord | null) => void>();
  readonly #historyListeners = new Set<() => void>();
  #haltText: string | null = null;

  constructor(parts: StoreWatchParts) {
    this.#parts = parts;
  }

  /** Why the store is halted, as last seen; null while it is not. */
  get halt(): HaltRecord | null {
    return this.#haltText === null ? null : readHalt(this.#haltText);
  }

  /** Called at each beginning and end of a halt; the returned function ends it. */
  onChange(listener: (halt: HaltRecord | null) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Called when this node goes on in another history of the store: what it knew of the former may be false. Even where nothing it had
   * seen is missing it may have heard of changes that are: announcements run ahead of the number of commits.
   */
  onNewHistory(listener: () => void): void {
    this.#historyListeners.add(listener);
  }

  /** Looks at the fence: meets a store for the first time, notices a loss, notices the end of a halt. */
  async examine(client: Redis): Promise<void> {
    const { memory, clock } = this.#parts;
    const { asked, met } = await this.#meet(client);
    clock.note(met.serverNow);
    // Another look went on in another history meanwhile: this response is about the former one and says nothing of what is known now.
    if (memory.remembered?.historyId !== asked?.historyId) {
      await this.examine(client);
      return;
    }
    const verdict = judgeMemory(asked, met);
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

  /** Ends a halt on every node, and every claim that was given before; false without a halt. */
  async acknowledge(client: Redis): Promise<boolean> {
    const { keys } = this.#parts;
    const { leases, counters } = new JobKeys(keys);
    const { server } = await readReplication(client);
    const fresh = [randomUUID(), randomInt(highestEpochBase), server, this.#parts.address];
    const ended = await client.eval(acknowledgeScript, 3, keys.fence, leases, counters, ...fresh);
    await this.examine(client);
    return ended === 1;
  }

  /** What a call throws while the store is halted. */
  fault(applied: StorageUnavailable['applied']): StorageUnavailable {
    const detail = this.halt?.detail ?? 'The store is not halted any more.';
    return new StorageUnavailable(detail, { applied, reason: 'data-loss' });
  }

  /**
   * Halts the store for every node; answers the record of the halt, which may be that of the node that noticed first,
   * or null when an operator acknowledged the loss since this node looked.
   */
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

  /** What the store says, and what this node remembered when it asked: answers to other calls arrive in the meantime. */
  async #meet(client: Redis): Promise<{ readonly asked: NodeMemory['standing']; met: MetStore }> {
    const { memory, keys } = this.#parts;
    const { server, promotedFrom } = await readReplication(client);
    const { node, historyIds, standing: asked } = memory;
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
  if (!Array.isArray(reply)) throw new TypeError('The fence answered without its frame.');
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

function describeLoss({ standing }: NodeMemory, met: MetStore): Omit<HaltRecord, 'noticedAt'> {
  const { gap, ...missing } = describeGap(standing ?? { commits: 0, ownCommits: 0 }, met);
  const detail = `${gap}: it lost what was saved. Nothing is taken, sent or changed until an operator acknowledges that.`;
  return { kind: 'went-back', detail, ...missing };
}

function describeGap(
  { commits, ownCommits }: { readonly commits: number; readonly ownCommits: number },
  met: Pick<MetStore, 'kept' | 'ownCommits'>,
): { readonly gap: string; readonly missingChanges?: number } {
  if (met.kept.size === 0)
    return { gap: 'Redis holds another store, or none, where this node knew one' };
  const most = Math.max(...met.kept.values());
  if (most < commits)
    return {
      gap: `Redis has ${String(most)} changes where ${String(commits)} had been answered`,
      missingChanges: commits - most,
    };
  return {
    gap: 'Redis lacks changes that this node had made',
    missingChanges: ownCommits - met.ownCommits,
  };
}

function describeMove(address: string): Omit<HaltRecord, 'noticedAt'> {
  return {
    kind: 'elsewhere',
    detail: `The store on Redis is a copy, or was moved: the server at ${address} is not the one it was used on, was not promoted from that one, and no node had used this address. Nothing is taken, sent or changed until an operator says which.`,
  };
}

/** The ids of a server and of the one it was promoted from: another one each time it becomes a primary; '' where it is not shown. */
async function readReplication(
  client: Redis,
): Promise<{ readonly server: string; readonly promotedFrom: string }> {
  const info = await client.info('replication');
  const idOf = (name: string) => new RegExp(`^${name}:(\\w+)`, 'mu').exec(info)?.[1] ?? '';
  return { server: idOf('master_replid'), promotedFrom: idOf('master_replid2') };
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Audited } from '@filmgate/core';
import { auditText } from '../admin/admin-scripts.ts';
import type { NodeMemory } from '../data-loss/node-memory.ts';
import type { StoreWatch } from '../data-loss/store-watch.ts';
import type { Line, RedisConnection } from '../connection/redis-connection.ts';
import type { RedisSettings } from '../connection/redis-settings.ts';
import type { KeySpace } from '../keys/key-space.ts';
import { readReply, type ScriptReply } from './read-reply.ts';
import type { Script } from './script.ts';
import {
  brokenScript,
  closedStore,
  contradiction,
  refusedByServer,
  type ScriptError,
  sortError,
  unanswered,
} from './script-faults.ts';
import type { ServerClock } from './server-clock.ts';

/** Keys and arguments of one call. Every key the script touches must be among the keys. */
export interface ScriptCall {
  readonly keys: readonly string[];
  readonly args: readonly (string | number)[];
}

/** Result of a change. */
export interface ChangeReply {
  readonly outcome: string;
  /** Value that the script's `show` returned; null when it has none. */
  readonly shown: unknown;
}

export interface ScriptRunnerParts {
  readonly settings: RedisSettings;
  readonly keys: KeySpace;
  readonly connection: RedisConnection;
  readonly memory: NodeMemory;
  readonly watch: StoreWatch;
  readonly clock: ServerClock;
  /** Runs scripts while halted, too: for jobs that an acknowledgement makes unknown before it ends the halt. */
  readonly evenWhileHalted?: boolean;
}

/** Time for which an outcome is stored under its command id, in ms: longer than a copy is late or a node can ask. */
const OUTCOME_KEPT_MS = 60_000;
/** Tolerated lateness of a change at its deadline, in ms, because the server's clock is known only roughly. */
const CLOCK_MARGIN_MS = 1000;
/** Pause between two attempts that failed at once, in ms. */
const PAUSE_MS = 25;

type Done = ScriptReply & { readonly kind: 'done' };

type Attempt = { readonly kind: 'responded'; readonly reply: ScriptReply } | ScriptError;

interface Asking {
  readonly script: Script;
  readonly call: ScriptCall;
  readonly frame: (isRepeat: boolean) => ScriptCall;
  readonly withinMs: number;
}

/**
 * Runs scripts. A change whose response is lost may or may not have happened: it is sent again under the same command
 * id, and the script returns what it did the first time, or does it now. If the outcome stays unknown within the bound,
 * `StorageUnavailable` with `applied: 'unknown'` is thrown; by then every copy under way is too late to do anything.
 */
export class ScriptRunner {
  readonly #parts: ScriptRunnerParts;
  readonly #underWay = new Set<Promise<unknown>>();
  #commands = 0;
  #isDrained = false;

  constructor(parts: ScriptRunnerParts) {
    this.#parts = parts;
  }

  /** Runs a change, once. If it changed something, its entry of the audit log is written with it. */
  async change(script: Script, call: ScriptCall, { audit }: Audited = {}): Promise<ChangeReply> {
    const { keys, memory, clock, settings } = this.#parts;
    this.#commands += 1;
    const runner = this.#parts.evenWhileHalted === true ? 'b' : 'a';
    const outcomeKey = keys.command(`${memory.node}:${runner}${String(this.#commands)}`);
    const withinMs = settings.settleWithinMs;
    // Clock of the call's instants: a repeat sends the same ones.
    const nodeNow = this.wallNow();
    const endsAt = performance.now() + withinMs;
    const frame = (isRepeat: boolean): ScriptCall => {
      const notAfter = clock.now() + Math.ceil(endsAt - performance.now()) + CLOCK_MARGIN_MS;
      const entry = audit === undefined ? '' : auditText(audit);
      const own = [String(notAfter), OUTCOME_KEPT_MS, isRepeat ? '1' : '0', nodeNow, entry];
      const auditKeys = audit === undefined ? [] : [keys.audit, keys.auditPositions];
      return {
        keys: [outcomeKey, ...auditKeys, keys.fence],
        args: [...this.#fence(), ...own],
      };
    };
    const { value, shown } = await this.#ask({ script, call, frame, withinMs });
    if (typeof value !== 'string') throw brokenScript(script, 'its outcome is not a string');
    return { outcome: value, shown };
  }

  /** Runs a read; one whose response is lost is simply repeated. */
  async read(script: Script, call: ScriptCall): Promise<unknown> {
    const { keys, settings } = this.#parts;
    const frame = () => ({ keys: [keys.fence], args: this.#fence() });
    const withinMs = 2 * settings.responseTimeoutMs;
    const { value } = await this.#ask({ script, call, frame, withinMs });
    return value;
  }

  #fence(): readonly string[] {
    const { memory, evenWhileHalted } = this.#parts;
    return [...memory.fenceArguments, evenWhileHalted === true ? '1' : '0'];
  }

  /** The clock of this node, whose instants are passed to the store, ms since 1970. */
  wallNow(): number {
    return this.#parts.settings.wallNow();
  }

  /** Refuses further calls, and waits for running ones. */
  async drain(): Promise<void> {
    this.#isDrained = true;
    await Promise.allSettled(this.#underWay);
  }

  async #ask(asking: Asking): Promise<Done> {
    if (this.#isDrained) throw closedStore();
    const reply = this.#askOn(asking);
    this.#underWay.add(reply);
    try {
      return await reply;
    } finally {
      this.#underWay.delete(reply);
    }
  }

  async #askOn(asking: Asking): Promise<Done> {
    const endsAt = performance.now() + asking.withinMs;
    let isLost = false;
    for (;;) {
      const line = await this.#line(isLost, endsAt);
      const historyId = this.#parts.memory.remembered?.historyId;
      const attempt = await this.#attempt(line, asking, isLost);
      if (attempt.kind === 'responded') {
        const reply = await this.#understand(attempt.reply, line, {
          asking,
          isLost,
          historyId,
        });
        if (reply !== 'again') return reply;
      } else {
        isLost ||= attempt.kind === 'lost';
        this.#endure(attempt, asking, isLost);
        if (attempt.kind === 'lost') this.#parts.connection.drop(line);
        else await pause(PAUSE_MS);
      }
    }
  }

  /** The connection; a wait that ends without one says whether an earlier sending may have had its effect. */
  async #line(isLost: boolean, endsAt: number): Promise<Line> {
    const { connection, settings } = this.#parts;
    const left = endsAt - performance.now();
    if (left <= 0) throw unanswered(isLost);
    try {
      return await connection.ready(isLost ? left : Math.min(left, settings.responseTimeoutMs));
    } catch (error) {
      throw isLost ? unanswered(isLost, error) : error;
    }
  }

  async #attempt({ client }: Line, asking: Asking, isRepeat: boolean): Promise<Attempt> {
    const { script, call, frame } = asking;
    const framed = frame(isRepeat);
    const keys = [...call.keys, ...framed.keys];
    const args = [...keys, ...call.args, ...framed.args];
    const run = async (how: () => Promise<unknown>): Promise<Attempt> => {
      try {
        return { kind: 'responded', reply: readReply(await how()) };
      } catch (error) {
        return sortError(error);
      }
    };
    const attempt = await run(() => client.evalsha(script.sha, keys.length, ...args));
    if (attempt.kind !== 'not-cached') return attempt;
    return run(() => client.eval(script.text, keys.length, ...args));
  }

  /** Throws for errors that repeating cannot fix. */
  #endure(error: ScriptError, { script }: Asking, isLost: boolean): void {
    if (error.kind === 'broken') throw brokenScript(script, error.message);
    if (error.kind === 'refused' && !isLost) throw refusedByServer(error);
  }

  async #understand(
    reply: ScriptReply,
    line: Line,
    {
      asking,
      isLost,
      historyId,
    }: {
      readonly asking: Asking;
      readonly isLost: boolean;
      /** The history in which the call was made. */
      readonly historyId: string | undefined;
    },
  ): Promise<Done | 'again'> {
    const { memory, watch, clock } = this.#parts;
    switch (reply.kind) {
      case 'done':
        // A response given before a loss was acknowledged counts commits of a history that has ended.
        if (memory.remembered?.historyId === historyId)
          memory.note(reply.commits, reply.ownCommits);
        return reply;
      case 'late':
        clock.note(reply.serverNow);
        return 'again';
      case 'fault':
        throw contradiction(asking.script, reply.what);
      case 'forgotten':
      case 'halted':
        if (!(await this.#checkFence(line, asking, isLost)) || watch.halt === null) return 'again';
        throw watch.fault(isLost && asking.script.kind === 'change' ? 'unknown' : 'no');
    }
  }

  /** Checks the fence; false where the server did not respond, which says nothing about the requested change. */
  async #checkFence(line: Line, asking: Asking, isLost: boolean): Promise<boolean> {
    try {
      await this.#parts.watch.examine(line.client);
      return true;
    } catch (error) {
      const sorted = sortError(error);
      this.#endure(sorted, asking, isLost);
      if (sorted.kind === 'lost') this.#parts.connection.drop(line);
      else await pause(PAUSE_MS);
      return false;
    }
  }
}

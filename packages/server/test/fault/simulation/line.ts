import { StorageUnavailable } from '@filmgate/core';
import { type Chance, chanceOf } from './chance.ts';
import type { Hazard } from './act.ts';
import type { NodeProcess } from './node-process.ts';
import type { RareSituations } from './rare-situations.ts';
import type { Scheduler } from './scheduler.ts';
import type { TraceHash } from './trace-hash.ts';

/** Fault of one call on its way. */
interface Fate {
  readonly thereMs: number;
  readonly backMs: number;
  readonly fault: 'none' | 'refused' | 'refused-unclear' | 'answer-lost';
}

/**
 * Lines between processes and their shared ports. Each call takes two hops, request and response, with its effect in
 * between, all three at their own moments: a process that dies meanwhile never receives the response, and the effect
 * happens all the same.
 */
export class Line {
  readonly #scheduler: Scheduler;
  readonly #chance: Chance;
  readonly #hazards: ReadonlySet<Hazard>;
  readonly #trace: TraceHash;
  readonly #situations: RareSituations;
  #isHealed = false;
  /** True time until which no call arrives. */
  #downUntil = 0;

  constructor(input: {
    readonly scheduler: Scheduler;
    readonly seed: number;
    readonly hazards: ReadonlySet<Hazard>;
    readonly trace: TraceHash;
    readonly situations: RareSituations;
  }) {
    this.#scheduler = input.scheduler;
    this.#chance = chanceOf(input.seed, 'line');
    this.#hazards = input.hazards;
    this.#trace = input.trace;
    this.#situations = input.situations;
  }

  heal(): void {
    this.#isHealed = true;
    this.#downUntil = 0;
  }

  cutFor(ms: number): void {
    this.#downUntil = this.#scheduler.now + ms;
  }

  /** Returns the port for one process. A method that does not return a promise is no call. */
  between<Port extends object>(process: NodeProcess, port: Port, name: string): Port {
    const wrapped = new Map<string | symbol, unknown>();
    return new Proxy(port, {
      get: (target, property) => {
        const known = wrapped.get(property);
        if (known !== undefined) return known;
        const member: unknown = Reflect.get(target, property, target);
        if (typeof member !== 'function') return member;
        const position = `${name}.${String(property)}`;
        const call = (...given: readonly unknown[]): unknown =>
          this.#call(process, position, () => Reflect.apply(member, target, given));
        wrapped.set(property, call);
        return call;
      },
    });
  }

  #call(process: NodeProcess, position: string, effect: () => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!process.isAlive) return;
      const fate = this.#fate(position);
      this.#scheduler.after(fate.thereMs, () => {
        const response = (how: string, settle: () => void): void => {
          this.#trace.note(position, process.name, how);
          process.hear(fate.backMs, settle);
        };
        const refused = this.#refusal(fate, position);
        if (refused !== undefined) {
          if (position === 'films.stage')
            this.#situations.note('result store refuses while a video is staged');
          response('refused', () => reject(refused));
          return false;
        }
        void Promise.resolve(effect()).then(
          (outcome) => {
            if (fate.fault === 'answer-lost')
              response('lost', () => reject(lostResponse(position)));
            else response(kindOf(outcome), () => resolve(outcome));
          },
          (error: unknown) => {
            const fault = error instanceof Error ? error : new Error(String(error));
            response('threw', () => reject(fault));
          },
        );
        return true;
      });
    });
  }

  #fate(position: string): Fate {
    const chance = this.#chance;
    const slow = this.#befalls('slow-lines', 0.03) ? 4_000 : 3;
    const [thereMs, backMs] = [chance.between(0, slow), chance.between(0, slow)];
    if (position.startsWith('films.') && this.#befalls('results-refused', 0.3))
      return { thereMs, backMs, fault: 'refused' };
    if (this.#befalls('store-refuses', 0.06))
      return { thereMs, backMs, fault: chance.pick(['refused', 'refused-unclear']) };
    if (this.#befalls('store-answer-lost', 0.06)) return { thereMs, backMs, fault: 'answer-lost' };
    return { thereMs, backMs, fault: 'none' };
  }

  #befalls(hazard: Hazard, share: number): boolean {
    const drawn = this.#chance.befalls(share);
    return drawn && !this.#isHealed && this.#hazards.has(hazard);
  }

  #refusal({ fault }: Fate, position: string): StorageUnavailable | undefined {
    if (this.#isHealed) return undefined;
    if (this.#scheduler.now < this.#downUntil || fault === 'refused')
      return new StorageUnavailable(`${position} did not arrive.`, { applied: 'no' });
    return fault === 'refused-unclear'
      ? new StorageUnavailable(`${position} did not arrive.`, { applied: 'unknown' })
      : undefined;
  }
}

function lostResponse(position: string): StorageUnavailable {
  return new StorageUnavailable(`The answer of ${position} was lost.`, { applied: 'unknown' });
}

function kindOf(outcome: unknown): string {
  if (typeof outcome !== 'object' || outcome === null) return String(outcome);
  if (Array.isArray(outcome)) return `${outcome.length}`;
  return 'kind' in outcome ? String(outcome.kind) : 'value';
}

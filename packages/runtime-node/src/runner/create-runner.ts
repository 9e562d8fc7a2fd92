import {
  advanceJob,
  type Claim,
  type CopyPermit,
  createRouter,
  freeFamilies,
  type GatewayOptions,
  type GatewayPorts,
} from '@filmgate/core';
import { AccountProber } from './account-prober.ts';
import { AccountBulkhead } from './account-bulkhead.ts';
import { InFlightClaims, type Lane } from './in-flight-claims.ts';
import { type CopyInTurn, copyInTurn } from './copy-permits.ts';
import { defaultRunnerOptions, type Runner, type RunnerOptions } from './runner-options.ts';
import { WakeUp } from './wake-up.ts';

/** Creates the loop that claims due jobs and advances each independently, so that one slow job delays no other. */
export function createRunner(input: {
  readonly ports: GatewayPorts;
  readonly gatewayOptions: GatewayOptions;
  readonly options: Partial<RunnerOptions> & Pick<RunnerOptions, 'holder'>;
}): Runner {
  return new ClaimingRunner(input.ports, input.gatewayOptions, {
    ...defaultRunnerOptions,
    ...input.options,
  });
}

class ClaimingRunner implements Runner {
  readonly #ports: GatewayPorts;
  readonly #gatewayOptions: GatewayOptions;
  readonly #options: RunnerOptions;
  readonly #book: ReturnType<typeof createRouter>;
  readonly #inFlight = new InFlightClaims();
  readonly #bulkhead: AccountBulkhead;
  readonly #copyInTurn: CopyInTurn;
  readonly #prober: AccountProber;
  readonly #stopping = new AbortController();
  readonly #wakeUp: WakeUp;
  readonly #startedMs: number;
  #loops: readonly Promise<void>[] = [];
  /** True if the last read of the store failed: an outage is logged when it begins and when it ends. */
  #storeIsDown = false;
  /** Last renewal of claims in flight, by both clocks: leases may be counted by the wall clock, which can be set. */
  #renewed = { wall: Number.NEGATIVE_INFINITY, monotonicMs: Number.NEGATIVE_INFINITY };

  constructor(ports: GatewayPorts, gatewayOptions: GatewayOptions, options: RunnerOptions) {
    this.#ports = ports;
    this.#startedMs = ports.clock.monotonicMs();
    this.#gatewayOptions = gatewayOptions;
    this.#options = options;
    this.#book = createRouter(gatewayOptions, ports.upstreams);
    this.#bulkhead = new AccountBulkhead(options.stepsPerAccount);
    const { signal: stopping } = this.#stopping;
    this.#copyInTurn = copyInTurn({ ports, gatewayOptions, options, stopping });
    this.#prober = new AccountProber(ports, gatewayOptions, options.probeEveryMs);
    this.#wakeUp = new WakeUp(ports.clock, this.#stopping.signal);
  }

  start(): void {
    if (this.#loops.length > 0 || this.#stopping.signal.aborted) return;
    const unsubscribe = this.#ports.storage.events.onWork(() => this.#wakeUp.notify());
    this.#stopping.signal.addEventListener('abort', unsubscribe, { once: true });
    this.#loops = [this.#claimLoop(), this.#renewUntil(this.#stopping.signal), this.#probeLoop()];
  }

  async drain(graceMs: number): Promise<void> {
    this.#stopping.abort();
    const done = new AbortController();
    const ended = this.#everythingEnded().finally(() => done.abort());
    const renewing = this.#renewUntil(done.signal);
    await this.#ports.clock.sleep(graceMs, done.signal);
    if (done.signal.aborted) return renewing;
    this.#inFlight.abandonAll();
    await this.#ports.clock.sleep(this.#options.givenUpMs, done.signal);
    if (done.signal.aborted) return Promise.all([ended, renewing]).then(() => undefined);
    this.#ports.log.warn('drain-left-work-behind', {
      jobs: this.#inFlight.claims().map(({ job }) => job.id),
    });
    done.abort();
    await renewing;
  }

  settled(): Promise<void> {
    return this.#inFlight.allEnded();
  }

  async tick(): Promise<number> {
    await this.#renewAfterStall();
    const now = this.#ports.clock.now();
    const free = freeFamilies(await this.#ports.storage.accounts.loads(), this.#book, now);
    const started = await this.#claim('start', free);
    const continued = await this.#claim('continue', []);
    return started + continued;
  }

  async #everythingEnded(): Promise<void> {
    await Promise.all(this.#loops);
    await Promise.all([this.#inFlight.allEnded(), this.#prober.allEnded()]);
  }

  async #claimLoop(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        const claimed = await this.tick();
        const pauseMs = claimed === 0 ? await this.#nextPause() : null;
        this.#noteStore({ kind: 'up' });
        if (pauseMs !== null) await this.#wakeUp.sleep(pauseMs);
        await this.#options.nextTurn();
      } catch (error) {
        this.#noteStore({ kind: 'down', error });
        await this.#ports.clock.sleep(this.#options.storePauseMs, this.#stopping.signal);
      }
    }
  }

  #noteStore(
    look: { readonly kind: 'up' } | { readonly kind: 'down'; readonly error: unknown },
  ): void {
    const isDown = look.kind === 'down';
    if (isDown === this.#storeIsDown) return;
    this.#storeIsDown = isDown;
    if (look.kind === 'down') this.#ports.log.error('claiming-failed', look.error);
    else this.#ports.log.info('claiming-resumed');
  }

  /** A due job that was not claimed waits for a slot: freeing one notifies. */
  async #nextPause(): Promise<number> {
    const { idleMs, blockedMs } = this.#options;
    const dueAt = await this.#ports.storage.reader.nextDueAt();
    if (dueAt === null) return idleMs;
    const pauseMs = dueAt - this.#ports.clock.now();
    return pauseMs > 0 ? Math.min(pauseMs, idleMs) : blockedMs;
  }

  /** Number of further claims of the lane: slow ones make room for others, up to a final limit. */
  #room(lane: Lane): number {
    const { startsAtOnce, stepsAtOnce, slowAfterMs, inFlightAtMost } = this.#options;
    const workingSince = this.#ports.clock.monotonicMs() - slowAfterMs;
    const working = this.#inFlight.count(lane, workingSince);
    const atOnce = lane === 'start' ? startsAtOnce : stepsAtOnce;
    return Math.min(atOnce - working, inFlightAtMost - this.#inFlight.count(lane));
  }

  async #claim(lane: 'start' | 'continue', families: readonly string[]): Promise<number> {
    const limit = this.#room(lane);
    if (limit <= 0 || (lane === 'start' && families.length === 0)) return 0;
    const now = this.#ports.clock.now();
    const claims = await this.#ports.storage.jobs.claimDue({
      lane,
      families,
      limit,
      holder: this.#options.holder,
      leaseUntil: now + this.#options.leaseMs,
      now,
    });
    const takenAtMs = this.#ports.clock.monotonicMs();
    for (const claim of claims) {
      const isCopy = claim.job.state === 'storing';
      const held = { claim, lane: isCopy ? 'copy' : lane, takenAtMs } as const;
      this.#inFlight.hold(held, (signal) => this.#work(claim, signal));
    }
    return claims.length;
  }

  async #work(claim: Claim, signal: AbortSignal): Promise<void> {
    const { job } = claim;
    try {
      if (job.accountId === null) await this.#advance(claim, signal);
      else if (job.state === 'storing')
        await this.#copyInTurn(claim, signal, (permit) => this.#advance(claim, signal, permit));
      else await this.#advanceOnAccount(job.accountId, claim, signal);
    } catch (error) {
      this.#ports.log.error('step-failed', error, { job: job.id, state: job.state });
    } finally {
      this.#wakeUp.notify();
    }
  }

  async #advanceOnAccount(accountId: string, claim: Claim, signal: AbortSignal): Promise<void> {
    const verdict = this.#bulkhead.enter(accountId, claim.job.id);
    if (verdict.kind === 'turned-away') {
      const now = this.#ports.clock.now();
      await this.#ports.storage.jobs.releaseClaim({ claim, dueAt: now + verdict.waitMs, now });
      return;
    }
    try {
      await this.#advance(claim, signal);
    } finally {
      this.#bulkhead.leave(accountId);
    }
  }

  async #advance(claim: Claim, signal: AbortSignal, copyPermit?: CopyPermit): Promise<void> {
    const { job } = claim;
    const ports = this.#ports;
    const startedAt = this.#startedAt();
    const permit = copyPermit === undefined ? {} : { copyPermit };
    const options = this.#gatewayOptions;
    await advanceJob({ ports, options, job, claim, signal, startedAt, ...permit });
  }

  /** Start time by the present clock: by a clock that was set back since, it would be in the future. */
  #startedAt(): number {
    const { clock } = this.#ports;
    return clock.now() - (clock.monotonicMs() - this.#startedMs);
  }

  async #renewUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#ports.clock.sleep(this.#options.renewEveryMs, signal);
      if (!signal.aborted) await this.#renew();
    }
  }

  /** A process that was suspended would otherwise take over its own submissions before it reads their responses. */
  async #renewAfterStall(): Promise<void> {
    const { wall, monotonicMs } = this.#renewed;
    const { clock } = this.#ports;
    const restedMs = Math.max(clock.now() - wall, clock.monotonicMs() - monotonicMs);
    if (restedMs > 2 * this.#options.renewEveryMs) await this.#renew();
  }

  async #renew(): Promise<void> {
    const now = this.#ports.clock.now();
    this.#renewed = { wall: now, monotonicMs: this.#ports.clock.monotonicMs() };
    const claims = this.#inFlight.claims();
    if (claims.length === 0) return;
    try {
      const leaseUntil = now + this.#options.leaseMs;
      const { lost } = await this.#ports.storage.jobs.renewLeases({ claims, leaseUntil, now });
      const lostJobs = new Set(lost);
      for (const claim of claims) {
        if (lostJobs.has(claim.job.id)) this.#inFlight.abandonLost(claim);
      }
    } catch (error) {
      this.#ports.log.error('renewing-failed', error);
    }
  }

  async #probeLoop(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#prober.startDue(this.#stopping.signal);
      await this.#ports.clock.sleep(this.#options.idleMs, this.#stopping.signal);
    }
  }
}

import { advanceJob, freeFamilies, type GatewayOptions, type GatewayPorts, type Claim } from '@filmgate/core';
import { ClaimsInHand } from './claims-in-hand.ts';
import { AccountProber } from './account-prober.ts';
import { defaultRunnerOptions, type RunnerOptions } from './runner-options.ts';
import { WakeUp } from './wake-up.ts';

/** Advances jobs in the background until it is drained. */
export interface Runner {
  /** Begins; returns at once. */
  start(): void;
  /**
   * Stops claiming, lets what is under way finish for `graceMs`, then gives it up (a submission given up becomes an
   * unknown outcome, never a second send). Resolves when nothing is under way. Safe to repeat.
   */
  drain(graceMs: number): Promise<void>;
  /** Claims and starts what is due once, for tests with a manual clock; returns how many claims were taken. */
  tick(): Promise<number>;
  /** Resolves when no claim is in hand. */
  settled(): Promise<void>;
}

/** What the runner's account is over its share waits this long, in ms. */
const overShareMs = 250;

/** The loop that claims due jobs and advances each on its own, so that one slow job delays nobody. */
export function createRunner(input: {
  readonly ports: GatewayPorts;
  readonly gatewayOptions: GatewayOptions;
  readonly options: Partial<RunnerOptions> & Pick<RunnerOptions, 'holder'>;
}): Runner {
  return new ClaimingRunner(input.ports, input.gatewayOptions, { ...defaultRunnerOptions, ...input.options });
}

class ClaimingRunner implements Runner {
  readonly #ports: GatewayPorts;
  readonly #gatewayOptions: GatewayOptions;
  readonly #options: RunnerOptions;
  readonly #inHand = new ClaimsInHand();
  readonly #stopping = new AbortController();
  readonly #wakeUp: WakeUp;
  #loops: readonly Promise<void>[] = [];

  constructor(ports: GatewayPorts, gatewayOptions: GatewayOptions, options: RunnerOptions) {
    this.#ports = ports;
    this.#gatewayOptions = gatewayOptions;
    this.#options = options;
    this.#wakeUp = new WakeUp(ports.clock, this.#stopping.signal);
  }

  start(): void {
    if (this.#loops.length > 0 || this.#stopping.signal.aborted) return;
    const unsubscribe = this.#ports.storage.events.onWork(() => this.#wakeUp.ring());
    this.#stopping.signal.addEventListener('abort', unsubscribe, { once: true });
    this.#loops = [this.#claimLoop(), this.#renewLoop(), this.#probeLoop()];
  }

  async drain(graceMs: number): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
    const done = new AbortController();
    const ended = this.#inHand.allEnded().finally(() => done.abort());
    const renewing = this.#renewUntil(done.signal);
    await this.#ports.clock.sleep(graceMs, done.signal);
    this.#inHand.abandonAll();
    await ended;
    await renewing;
  }

  settled(): Promise<void> {
    return this.#inHand.allEnded();
  }

  async tick(): Promise<number> {
    const now = this.#ports.clock.now();
    const started = await this.#claim('start', freeFamilies(await this.#ports.storage.accounts.loads(), now));
    const continued = await this.#claim('continue', []);
    return started + continued;
  }

  async #claimLoop(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        const claimed = await this.tick();
        if (claimed === 0) await this.#wakeUp.sleepUntil(await this.#nextLook());
      } catch (error) {
        this.#ports.log.error('claiming-failed', error);
        await this.#ports.clock.sleep(this.#options.storePauseMs, this.#stopping.signal);
      }
    }
  }

  /** A job that is due and still was not claimed waits for a slot: whatever frees one rings. */
  async #nextLook(): Promise<number> {
    const now = this.#ports.clock.now();
    const latest = now + this.#options.idleMs;
    const dueAt = await this.#ports.storage.reader.nextDueAt();
    if (!this.#hasRoom() || dueAt === null) return latest;
    return dueAt > now ? Math.min(dueAt, latest) : now + this.#options.blockedMs;
  }

  #hasRoom(): boolean {
    return this.#inHand.count('continue') < this.#options.stepsAtOnce;
  }

  async #claim(lane: 'start' | 'continue', families: readonly string[]): Promise<number> {
    const most = lane === 'start' ? this.#options.startsAtOnce : this.#options.stepsAtOnce;
    const limit = most - this.#inHand.count(lane);
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
    for (const claim of claims) this.#inHand.hold(claim, lane, (signal) => this.#work(claim, signal));
    return claims.length;
  }

  async #work(claim: Claim, signal: AbortSignal): Promise<void> {
    const { job } = claim;
    try {
      if (this.#isOverShare(job.accountId)) {
        const now = this.#ports.clock.now();
        await this.#ports.storage.jobs.releaseClaim({ claim, dueAt: now + overShareMs, now });
        return;
      }
      await advanceJob({ ports: this.#ports, options: this.#gatewayOptions, job, claim, signal });
    } catch (error) {
      this.#ports.log.error('step-failed', error, { job: job.id, state: job.state });
    } finally {
      this.#wakeUp.ring();
    }
  }

  #isOverShare(accountId: string | null): boolean {
    return accountId !== null && this.#inHand.countOfAccount(accountId) > this.#options.stepsPerAccount;
  }

  #renewLoop(): Promise<void> {
    return this.#renewUntil(this.#stopping.signal);
  }

  async #renewUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#ports.clock.sleep(this.#options.renewEveryMs, signal);
      const claims = this.#inHand.claims();
      if (signal.aborted || claims.length === 0) continue;
      await this.#renew(claims);
    }
  }

  async #renew(claims: readonly Claim[]): Promise<void> {
    const now = this.#ports.clock.now();
    try {
      const leaseUntil = now + this.#options.leaseMs;
      const { lost } = await this.#ports.storage.jobs.renewLeases({ claims, leaseUntil, now });
      for (const jobId of lost) this.#inHand.abandon(jobId);
    } catch (error) {
      this.#ports.log.error('renewing-failed', error);
    }
  }

  async #probeLoop(): Promise<void> {
    const prober = new AccountProber(this.#ports, this.#gatewayOptions, this.#options.probeEveryMs);
    while (!this.#stopping.signal.aborted) {
      await prober.probeDue(this.#stopping.signal);
      await this.#ports.clock.sleep(this.#options.idleMs, this.#stopping.signal);
    }
  }
}

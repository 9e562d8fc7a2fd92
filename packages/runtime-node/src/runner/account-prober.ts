import {
  type Account,
  type GatewayOptions,
  type GatewayPorts,
  probeAccount,
  type ProbeAccountResult,
  type QuietBalance,
} from '@filmgate/core';

/** Interval of probes for accounts behind an open circuit, in ms. */
const shutProbeMs = 15_000;

/** Probes accounts in turn: a new one at once, every one again after an interval. */
export class AccountProber {
  readonly #ports: GatewayPorts;
  readonly #options: GatewayOptions;
  readonly #everyMs: number;
  readonly #askedAt = new Map<string, number>();
  /** Accounts that were ready at the last probe. */
  readonly #ready = new Set<string>();
  /** Last balances read while nothing else changed them. */
  readonly #quiet = new Map<string, QuietBalance>();
  /** Reasons why accounts could not be read, or were refused, at the last probe. */
  readonly #problems = new Map<string, string>();
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(ports: GatewayPorts, options: GatewayOptions, everyMs: number) {
    this.#ports = ports;
    this.#options = options;
    this.#everyMs = everyMs;
  }

  /** Starts due probes without waiting for them, so that an account that hangs delays no other probe. Never rejects. */
  async startDue(signal: AbortSignal): Promise<void> {
    try {
      const loads = await this.#ports.storage.accounts.loads();
      this.#forgetAllBut(new Set(loads.map(({ account }) => account.id)));
      const now = this.#ports.clock.now();
      for (const { account, providerOpenUntil } of loads) {
        const isShut = (providerOpenUntil ?? 0) > now;
        if (account.enabled && this.#isDue(account, isShut)) this.#start(account, signal);
      }
    } catch (error) {
      this.#ports.log.error('probing-failed', error);
    }
  }

  /** Resolves when no probe is running. */
  async allEnded(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  #start(account: Account, signal: AbortSignal): void {
    const { id } = account;
    this.#askedAt.set(id, this.#ports.clock.monotonicMs());
    const wasReady = this.#ready.delete(id);
    const quietBefore = this.#quiet.get(id);
    const ended = probeAccount(this.#ports, this.#options, { id, signal, wasReady, quietBefore })
      .then(
        (result) => this.#note(account, result),
        (error: unknown) => this.#ports.log.error('probing-failed', error, { account: id }),
      )
      .finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, ended);
  }

  #note(account: Account, result: ProbeAccountResult): void {
    const { id } = account;
    const isProbed = result.kind === 'probed';
    if (isProbed && result.probe.kind === 'ready') this.#ready.add(id);
    if (isProbed && result.quiet !== undefined) this.#quiet.set(id, result.quiet);
    const isRefused = isProbed && result.probe.kind === 'login-required';
    const reason = isProbed ? result.reason : null;
    if (isRefused) this.#report(account, 'account-login-refused', reason ?? 'no reason reported');
    else this.#report(account, 'account-not-read', reason);
  }

  /** Reports an outage or a refused login when it begins, when its reason changes and when it ends. */
  #report({ id, label, endpoint }: Account, event: string, reason: string | null): void {
    const before = this.#problems.get(id) ?? null;
    if (reason === before) return;
    if (reason === null) {
      this.#problems.delete(id);
      this.#ports.log.info('account-read-again', { account: id, label, endpoint });
    } else {
      this.#problems.set(id, reason);
      this.#ports.log.warn(event, { account: id, label, endpoint, reason });
    }
  }

  /** An account behind an open circuit is probed sooner: only a successful probe closes the circuit before its time. */
  #isDue({ id, endpoint }: Pick<Account, 'id' | 'endpoint'>, isShut: boolean): boolean {
    if (this.#underWay.has(id)) return false;
    const askedAt = this.#askedAt.get(id);
    const everyMs =
      this.#ports.upstreams.get(endpoint)?.capabilities().probeEveryMs ?? this.#everyMs;
    const dueMs = isShut ? Math.min(everyMs, shutProbeMs) : everyMs;
    return askedAt === undefined || this.#ports.clock.monotonicMs() - askedAt >= dueMs;
  }

  #forgetAllBut(known: ReadonlySet<string>): void {
    for (const id of this.#askedAt.keys()) {
      if (known.has(id)) continue;
      this.#askedAt.delete(id);
      this.#problems.delete(id);
      this.#ready.delete(id);
      this.#quiet.delete(id);
    }
  }
}

import { type GatewayOptions, type GatewayPorts, probeAccount } from '@filmgate/core';

/** Looks at accounts in turn: a new one at once, every one again after a while. */
export class AccountProber {
  readonly #ports: GatewayPorts;
  readonly #options: GatewayOptions;
  readonly #everyMs: number;
  readonly #askedAt = new Map<string, number>();

  constructor(ports: GatewayPorts, options: GatewayOptions, everyMs: number) {
    this.#ports = ports;
    this.#options = options;
    this.#everyMs = everyMs;
  }

  /** Starts the probes that are due; resolves when they have ended. Never rejects. */
  async probeDue(signal: AbortSignal): Promise<void> {
    try {
      const loads = await this.#ports.storage.accounts.loads();
      const due = loads.filter(({ account }) => account.enabled && this.#isDue(account.id));
      await Promise.all(due.map(({ account }) => probeAccount(this.#ports, this.#options, { id: account.id, signal })));
    } catch (error) {
      this.#ports.log.error('probing-failed', error);
    }
  }

  #isDue(accountId: string): boolean {
    const now = this.#ports.clock.monotonicMs();
    const askedAt = this.#askedAt.get(accountId);
    if (askedAt !== undefined && now - askedAt < this.#everyMs) return false;
    this.#askedAt.set(accountId, now);
    return true;
  }
}

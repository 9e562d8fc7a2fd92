import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from '@filmgate/core';
import { liveCloseCodes, type LiveConnection, type LiveMessage } from './live-connection.ts';

/** The credential connections were opened with: one credential of one owner. */
export interface LiveCredential {
  /** The owner whose jobs may be seen. */
  readonly owner: string;
  /** Names the credential among all; never leaves the process. */
  readonly name: string;
  /** Resolves to true while the credential is accepted; looked up at each call. */
  readonly isAccepted: () => Promise<boolean>;
}

/**
 * The connections opened with one credential. Before each event it checks the credential again, once for all of them: a
 * revoked credential receives no later event (I12).
 */
export class Subscribers {
  readonly credential: LiveCredential;
  readonly connections = new Set<LiveConnection>();
  readonly #log: Logger;
  #unsent = new Map<string, LiveMessage>();
  #isChecking = false;
  /** True if a check was requested during another one, which may have begun too soon to see the reason. */
  #isToBeCheckedAgain = false;

  constructor(credential: LiveCredential, log: Logger) {
    this.credential = credential;
    this.#log = log;
  }

  /** Sends a change to all of them. */
  report(message: LiveMessage): void {
    this.#unsent.delete(message.jobId);
    this.#unsent.set(message.jobId, message);
    if (!this.#isChecking) void this.recheck();
  }

  /** Checks the credential again: sends the pending changes, or closes every connection. */
  async recheck(): Promise<void> {
    this.#isToBeCheckedAgain = true;
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      // An event that arrives during the check is sent after another check.
      do {
        // Changes within one turn are checked and written once.
        await turn();
        this.#isToBeCheckedAgain = false;
        const messages = this.#unsent;
        this.#unsent = new Map();
        if (!(await this.credential.isAccepted())) {
          this.#end(liveCloseCodes.credentialEnded, 'the credential is no longer accepted');
          return;
        }
        for (const connection of this.connections) connection.report(messages.values());
      } while (this.#unsent.size > 0 || this.#isToBeCheckedAgain);
    } catch (error) {
      this.#log.error('live_events_failed', error, {});
      this.#end(liveCloseCodes.serverFault, 'the store cannot be reached');
    } finally {
      this.#isChecking = false;
    }
  }

  #end(code: number, reason: string): void {
    this.#unsent.clear();
    for (const connection of this.connections) connection.close(code, reason);
  }
}

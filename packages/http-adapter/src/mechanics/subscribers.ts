import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from '@filmgate/core';
import { liveCloseCodes, type LiveConnection, type LiveMessage } from './live-connection.ts';

/** On whose behalf connections were opened: one credential of one owner. */
export interface LiveCredential {
  /** Whose jobs may be seen. */
  readonly owner: string;
  /** Names the credential among all; never leaves the process. */
  readonly name: string;
  /** Whether the credential is still accepted; looked up afresh at each call. */
  readonly isAccepted: () => Promise<boolean>;
}

/**
 * The connections opened with one credential. Before each event it checks the credential again, once for all of them: a
 * revoked credential hears of nothing that happens later (I12).
 */
export class Subscribers {
  readonly credential: LiveCredential;
  readonly connections = new Set<LiveConnection>();
  readonly #log: Logger;
  #unsent = new Map<string, LiveMessage>();
  #isChecking = false;
  /** Whether a look was asked for while another went on, which may have begun too soon to see why. */
  #isToBeCheckedAgain = false;

  constructor(credential: LiveCredential, log: Logger) {
    this.credential = credential;
    this.#log = log;
  }

  /** Tells all of them of a change. */
  tell(message: LiveMessage): void {
    this.#unsent.delete(message.jobId);
    this.#unsent.set(message.jobId, message);
    if (!this.#isChecking) void this.recheck();
  }

  /** Looks at the credential again: tells what is to be told, or ends every connection. */
  async recheck(): Promise<void> {
    this.#isToBeCheckedAgain = true;
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      // An event that arrives during the check is sent after another check.
      do {
        // What changes within one turn is checked and written once.
        await turn();
        this.#isToBeCheckedAgain = false;
        const messages = this.#unsent;
        this.#unsent = new Map();
        if (!(await this.credential.isAccepted())) {
          this.#end(liveCloseCodes.credentialEnded, 'the credential is no longer accepted');
          return;
        }
        for (const connection of this.connections) connection.tell(messages.values());
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

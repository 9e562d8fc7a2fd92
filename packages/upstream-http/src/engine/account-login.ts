import { validateHeaderValue } from 'node:http';
import type { UpstreamAccount } from '@filmgate/core';
import type { ProviderDescription } from './provider-description.ts';
import { createRedaction, secretTexts } from './redact.ts';

/** What an account logs in with, and what must not show of it. */
export class AccountLogin {
  readonly #credential: ProviderDescription['credential'];
  readonly #secretOf: (account: UpstreamAccount) => string | null;
  readonly #now: () => number;

  constructor(parts: {
    readonly credential: ProviderDescription['credential'];
    /** Absent = its secret. */
    readonly secretOf: ((account: UpstreamAccount) => string | null) | undefined;
    readonly now: () => number;
  }) {
    this.#credential = parts.credential;
    this.#secretOf = parts.secretOf ?? (({ secret }) => secret);
    this.#now = parts.now;
  }

  /** @throws Error when the credential is not in the form the provider asks for, or cannot travel in a header */
  headers(account: UpstreamAccount): { readonly [name: string]: string } {
    const headers = this.#credential.headers(this.#secretOf(account) ?? '', this.#now());
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
    return headers;
  }

  /** Undefined where there are none. */
  headersOrNothing(account: UpstreamAccount): { readonly [name: string]: string } | undefined {
    try {
      return this.headers(account);
    } catch {
      return undefined;
    }
  }

  /** Makes what the provider says to the account fit for trails and logs. */
  redaction(account: UpstreamAccount): (words: string) => string {
    return createRedaction(() => {
      const login = Object.values(this.headersOrNothing(account) ?? {});
      return [...secretTexts(this.#secretOf(account)), ...login];
    });
  }
}

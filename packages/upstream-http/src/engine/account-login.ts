import { validateHeaderValue } from 'node:http';
import type { UpstreamAccount } from '@filmgate/core';
import type { ProviderDescription } from './provider-description.ts';
import { createRedaction, secretTexts } from './redact.ts';

/** The login of an account, and the secrets to withhold. */
export class AccountLogin {
  readonly #credential: ProviderDescription['credential'];
  readonly #secretOf: (account: UpstreamAccount) => string | null;
  readonly #now: () => number;

  constructor(parts: {
    readonly credential: ProviderDescription['credential'];
    /** Absent = the account's secret. */
    readonly secretOf: ((account: UpstreamAccount) => string | null) | undefined;
    readonly now: () => number;
  }) {
    this.#credential = parts.credential;
    this.#secretOf = parts.secretOf ?? (({ secret }) => secret);
    this.#now = parts.now;
  }

  /** @throws Error when the credential does not have the provider's form, or cannot be sent in a header */
  headers(account: UpstreamAccount): { readonly [name: string]: string } {
    const headers = this.#credential.headers(this.#secretOf(account) ?? '', this.#now());
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
    return headers;
  }

  /** Returns undefined if login headers cannot be made. */
  headersOrNothing(account: UpstreamAccount): { readonly [name: string]: string } | undefined {
    try {
      return this.headers(account);
    } catch {
      return undefined;
    }
  }

  /** Returns a function that removes the account's secrets from a provider's text, for trails and logs. */
  redaction(account: UpstreamAccount): (words: string) => string {
    return createRedaction(() => {
      const login = Object.values(this.headersOrNothing(account) ?? {});
      return [...secretTexts(this.#secretOf(account)), ...login];
    });
  }
}

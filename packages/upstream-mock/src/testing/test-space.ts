import type { ExchangeOp } from '../records/exchange.ts';
import type { JournalPage } from '../records/journal.ts';
import type { MockServer } from '../server/mock-server.ts';
import type { MockAccountSettings } from '../job/mock-account.ts';
import { createClientSettings } from './client-settings.ts';
import { createControl } from './control-call.ts';
import { createSpaceRules } from './space-rules.ts';
import { createSpaceClock } from './space-clock.ts';
import { createSpaceVerdict } from './space-verdict.ts';
import type { VerdictOptions } from './verdict-options.ts';

/** Filter of journal entries. */
export interface JournalWish {
  /** Only entries after this id. */
  readonly since?: number;
  readonly op?: ExchangeOp;
  /** A logical key, or the name in it. */
  readonly key?: string;
  /** Maximum entries, default 100, at most 1000. */
  readonly limit?: number;
}

/** The space of one test at a mock, with its own jobs, time, accounts and ledger. */
export type TestSpace = ReturnType<typeof createTestSpace>;

/** A mock, and its control token; undefined = none. */
type TestedMock = Pick<MockServer, 'url' | 'fetch' | 'ledger'> & {
  readonly token: string | undefined;
};

/** @param defaults - wishes of every test */
export function createTestSpace(tested: TestedMock, name: string, defaults: VerdictOptions) {
  const url = `${tested.url}/s/${name}`;
  const call = createControl(`${tested.url}/_mock/s/${name}`, tested.fetch, tested.token);
  const post = async (path: string, body: object) => void (await call(path, { body }));
  const clock = createSpaceClock(call);
  const { verdicts, clear } = createSpaceVerdict(call, clock, defaults);
  return {
    ...createClientSettings(url, tested.fetch),
    ...createSpaceRules(call),
    ...verdicts,
    name,
    /** Prefix of a client's base URL; without a slash at the end. */
    url,
    /**
     * A `fetch` for clients that accept one. It calls the mock without a connection and needs no timer, for tests that
     * fake them. A broken connection rejects as it does in `fetch`, and calls to other hosts are rejected.
     */
    fetch: tested.fetch,
    clock,
    /** Accepted jobs and their charges. `contains`: only jobs whose prompt has this text. */
    ledger: (contains?: string) => tested.ledger(name, contains),
    /** Each request and its response, oldest first. */
    journal: (wish?: JournalWish) => call<JournalPage>('journal', { query: { ...wish } }),
    /** Secret that signs callbacks of the mock's own API: `whsec_` and Base64, as in Standard Webhooks. */
    callbackSecret: async () => (await call<{ secret: string }>('callback-secret')).secret,
    /** Sets the limits of an account key; fields that are left out do not change. */
    account: (key: string, settings: Partial<MockAccountSettings>) =>
      post('accounts', { key, ...settings }),
    /** Reports the client's stored bytes, by a logical key, the name in one, or a job's id; `sha256` as hex digits. */
    stored: (key: string, sha256: string) => post('stored', { key, sha256 }),
    /** Reports that the client treats this work as failed. */
    gaveUp: (key: string) => post('gave-up', { key }),
    /** Deletes all jobs, accounts, rules and wishes of the test, and puts the clock back, except for what is kept. */
    reset: async ({
      keep = [],
    }: {
      readonly keep?: readonly ('clock' | 'accounts' | 'rules')[];
    } = {}) => {
      await post('reset', { keep });
      clear();
    },
  };
}

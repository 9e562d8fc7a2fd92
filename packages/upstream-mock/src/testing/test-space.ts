import type { ExchangeOp } from '../records/exchange.ts';
import type { JournalPage } from '../records/journal.ts';
import type { MockServer } from '../server/mock-server.ts';
import type { LedgerView } from '../state/ledger.ts';
import type { MockAccountSettings } from '../job/mock-account.ts';
import { type ClientSettings, createClientSettings } from './client-settings.ts';
import { callControl } from './control-call.ts';
import { createSpaceRules, type SpaceRules } from './space-rules.ts';
import { createSpaceClock, type SpaceClock } from './space-clock.ts';
import { createSpaceVerdict, type SpaceVerdict } from './space-verdict.ts';
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
export interface TestSpace extends ClientSettings, SpaceRules, SpaceVerdict {
  readonly name: string;
  /** Prefix of a client's base URL; without a slash at the end. */
  readonly url: string;
  /**
   * A `fetch` for clients that accept one. It calls the mock without a connection and needs no timer, for tests that
   * fake them. A broken connection rejects as it does in `fetch`, and calls to other hosts are rejected.
   */
  readonly fetch: typeof fetch;
  readonly clock: SpaceClock;
  /** Accepted jobs and their charges. `contains`: only jobs whose prompt has this text. */
  ledger(contains?: string): LedgerView;
  /** Each request and its response, oldest first. */
  journal(wish?: JournalWish): Promise<JournalPage>;
  /** Secret that signs callbacks of the mock's own API: `whsec_` and Base64, as in Standard Webhooks. */
  callbackSecret(): Promise<string>;
  /** Sets the limits of an account key; fields that are left out do not change. */
  account(key: string, settings: Partial<MockAccountSettings>): Promise<void>;
  /** Reports the client's stored bytes, by a logical key, the name in one, or a job's id; `sha256` as hex digits. */
  stored(key: string, sha256: string): Promise<void>;
  /** Reports that the client treats this work as failed. */
  gaveUp(key: string): Promise<void>;
  /** Deletes all jobs, accounts, rules and wishes of the test, and puts the clock back, except for what is kept. */
  reset(options?: { readonly keep?: readonly ('clock' | 'accounts' | 'rules')[] }): Promise<void>;
}

/** A mock, and its control token; undefined = none. */
type TestedMock = Pick<MockServer, 'url' | 'fetch' | 'ledger'> & {
  readonly token: string | undefined;
};

/** @param defaults - wishes of every test */
export function createTestSpace(
  tested: TestedMock,
  name: string,
  defaults: VerdictOptions,
): TestSpace {
  const { url: origin, fetch: fetchMock, token } = tested;
  const control = { base: `${origin}/_mock/s/${name}`, fetch: fetchMock, token };
  const url = `${origin}/s/${name}`;
  const clock = createSpaceClock(control);
  const read = <Reply>(path: string, query = {}) => callControl<Reply>(control, { path, query });
  const post = async (path: string, body: object) =>
    void (await callControl(control, { path, body }));
  const { verdicts, clear } = createSpaceVerdict(control, clock, defaults);
  return {
    ...createClientSettings(url, fetchMock),
    ...createSpaceRules(control),
    ...verdicts,
    name,
    url,
    fetch: fetchMock,
    clock,
    ledger: (contains) => tested.ledger(name, contains),
    journal: (wish) => read<JournalPage>('journal', wish),
    callbackSecret: async () => (await read<{ secret: string }>('callback-secret')).secret,
    account: (key, settings) => post('accounts', { key, ...settings }),
    stored: (key, sha256) => post('stored', { key, sha256 }),
    gaveUp: (key) => post('gave-up', { key }),
    reset: async ({ keep = [] } = {}) => {
      await post('reset', { keep });
      clear();
    },
  };
}

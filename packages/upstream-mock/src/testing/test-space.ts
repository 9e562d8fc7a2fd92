import type { ExchangeOp } from '../evidence/exchange.ts';
import type { JournalPage } from '../evidence/journal.ts';
import type { MockServer } from '../server/mock-server.ts';
import type { ChaosPlan } from '../scenario/chaos.ts';
import type { FindingCode } from '../verdict/finding.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { LedgerView } from '../world/ledger-view.ts';
import type { MockAccountSettings } from '../world/mock-account.ts';
import { type ClientSettings, createClientSettings } from './client-settings.ts';
import { callControl } from './control-call.ts';
import { createSpaceRules, type SpaceRules } from './space-rules.ts';
import { createSpaceClock, type SpaceClock } from './space-clock.ts';
import { VerdictError } from './verdict-error.ts';

/** Which entries of the journal are wanted. */
export interface JournalWish {
  /** Only entries after this id. */
  readonly since?: number;
  readonly op?: ExchangeOp;
  /** A logical key, or the name in it. */
  readonly key?: string;
  /** Most entries, 100 unless given, at most 1000. */
  readonly limit?: number;
}

/** A world of its own at a mock, for one test: its jobs, time, accounts and ledger. */
export interface TestSpace extends ClientSettings, SpaceRules {
  readonly name: string;
  /** What a client's base URL begins with; without a slash at the end. */
  readonly url: string;
  /**
   * A `fetch` for clients that take one, which calls the mock without a connection and needs no timer: for tests that fake them. A connection
   * that would break rejects as it does in `fetch`, and what is not of the mock is not called.
   */
  readonly fetch: typeof fetch;
  readonly clock: SpaceClock;
  /** What was accepted, charged and answered. `contains`: only jobs whose prompt has this text. */
  ledger(contains?: string): LedgerView;
  /** Each request and what it was answered, the oldest first. */
  journal(wish?: JournalWish): Promise<JournalPage>;
  /** What the clients did wrong. */
  verdict(): Promise<Verdict>;
  /**
   * From now on these findings are what the test wants: `assertClean` lets them pass, and throws if one of them is missing.
   */
  expectFindings(...codes: readonly FindingCode[]): void;
  /** @throws VerdictError if the verdict has other findings than those expected, or lacks one of them */
  assertClean(): Promise<void>;
  /** What callbacks of the mock's own wire are signed with: `whsec_` and Base64, as Standard Webhooks has it. */
  callbackSecret(): Promise<string>;
  /** Sets what an account key may do; what is not given stays. */
  account(key: string, settings: Partial<MockAccountSettings>): Promise<void>;
  /** The client says which bytes it kept. `key`: a logical key, the name in one, or the id of a job; `sha256` in hexadecimal digits. */
  stored(key: string, sha256: string): Promise<void>;
  /** The client says that it takes this work for failed. */
  gaveUp(key: string): Promise<void>;
  /** Forgets every job, account, rule and expected finding, and puts the clock back, but for what is kept. */
  reset(options?: { readonly keep?: readonly ('clock' | 'accounts' | 'rules')[] }): Promise<void>;
}

/** A mock, and what its control routes ask for; undefined = nothing. */
type TestedMock = Pick<MockServer, 'url' | 'fetch' | 'ledger'> & {
  readonly token: string | undefined;
};

export function createTestSpace(tested: TestedMock, name: string): TestSpace {
  const { url: origin, fetch: fetchMock, token } = tested;
  const control = { base: `${origin}/_mock/s/${name}`, fetch: fetchMock, token };
  const url = `${origin}/s/${name}`;
  const expected = new Set<FindingCode>();
  const read = <Reply>(path: string, query = {}) => callControl<Reply>(control, { path, query });
  const post = async (path: string, body: object) =>
    void (await callControl(control, { path, body }));
  const verdict = () => read<Verdict>('verdict');
  return {
    ...createClientSettings(url, fetchMock),
    ...createSpaceRules(control),
    name,
    url,
    fetch: fetchMock,
    clock: createSpaceClock(control),
    ledger: (contains) => tested.ledger(name, contains),
    journal: (wish) => read<JournalPage>('journal', wish),
    verdict,
    expectFindings: (...codes) => {
      for (const code of codes) expected.add(code);
    },
    assertClean: async () => {
      const given = await verdict();
      const surprises = given.findings.filter(({ code }) => !expected.has(code));
      const missing = [...expected].filter((code) => !given.findings.some(has(code)));
      if (surprises.length === 0 && missing.length === 0) return;
      const plan = given.chaos === undefined ? undefined : await read<ChaosPlan>('plan');
      throw new VerdictError(name, { ...given, findings: surprises }, { missing, plan });
    },
    callbackSecret: async () => (await read<{ secret: string }>('callback-secret')).secret,
    account: (key, settings) => post('accounts', { key, ...settings }),
    stored: (key, sha256) => post('stored', { key, sha256 }),
    gaveUp: (key) => post('gave-up', { key }),
    reset: async ({ keep = [] } = {}) => {
      await post('reset', { keep });
      expected.clear();
    },
  };
}

function has(wanted: FindingCode): (finding: { readonly code: FindingCode }) => boolean {
  return ({ code }) => code === wanted;
}

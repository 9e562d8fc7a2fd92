import type { ParseKeys } from 'i18next';
import type { PoolAccount, ProviderDetail } from '../../api/responses.ts';
import type { BadgeTone } from '../../shell/tone-badge.tsx';

/** Reason for an account's state and the next step: a text with its values. */
export interface StateReason {
  readonly tone: BadgeTone;
  /** State label; more specific than the server's state where that hides an important fact. */
  readonly word: ParseKeys<'accounts'> & `state.${string}`;
  readonly text: ParseKeys<'accounts'> & `why.${string}`;
  readonly values: { readonly [name: string]: number | string };
  /** The instant `until` of the text, in ISO 8601. */
  readonly until: string | null;
}

/**
 * @param now - ms since 1970
 * @param endpoint - details of the account's provider; undefined while loading
 */
export function explainState(
  account: PoolAccount,
  now: number,
  endpoint?: ProviderDetail,
): StateReason {
  return { word: `state.${account.state}`, ...reasonOf(account, now, endpoint) };
}

/** True when the account accepts jobs now or after one of its running jobs ends. */
export function takesWork(account: PoolAccount, now: number): boolean {
  const { tone } = explainState(account, now);
  return tone === 'good' || tone === 'busy';
}

type Reason = Omit<StateReason, 'word'> & Partial<Pick<StateReason, 'word'>>;

function reasonOf(account: PoolAccount, now: number, endpoint?: ProviderDetail): Reason {
  const { concurrency, busy } = account;
  switch (account.state) {
    case 'ready':
      return explainReady(account, now);
    case 'busy':
      return reason('busy', 'why.busy', { count: concurrency });
    case 'cooling':
      return { ...reason('unsure', 'why.cooling'), until: account.cooling_until };
    case 'exhausted':
      return account.learned.next_try_at === null
        ? reason('bad', 'why.exhausted')
        : { ...reason('bad', 'why.exhausted-tried'), until: account.learned.next_try_at };
    case 'login_required':
      return reason('bad', account.has_secret ? 'why.login' : 'why.no-secret');
    case 'untested':
      return endpoint?.can_be_tested === false
        ? reason('unsure', 'why.untestable')
        : reason('unsure', 'why.untested');
    case 'makes_nothing':
      return explainIdle(endpoint);
    case 'disabled':
      return busy > 0
        ? reason('quiet', 'why.disabled-running', { count: busy })
        : reason('quiet', 'why.disabled');
    case 'draining':
      return reason('quiet', 'why.draining', { count: busy });
  }
}

/** Reason and remedy for an account that has nothing to make. */
function explainIdle(endpoint: ProviderDetail | undefined): Reason {
  if (endpoint === undefined) return reason('unsure', 'why.makes-nothing');
  const { id, families, catalog } = endpoint;
  if (families.length > 0) return reason('unsure', 'why.makes-nothing.families');
  return catalog === null
    ? reason('unsure', 'why.makes-nothing.file', { endpoint: id })
    : reason('unsure', 'why.makes-nothing.catalog', { catalog });
}

function explainReady(account: PoolAccount, now: number): Reason {
  const { concurrency: total, busy, provider_unavailable_until: until } = account;
  if (until !== null && Date.parse(until) > now)
    return { ...reason('unsure', 'why.provider-away'), word: 'state.provider-away', until };
  return hasNoCreditsLeft(account)
    ? { ...reason('unsure', 'why.no-credits'), word: 'state.no-credits' }
    : reason('good', 'why.ready', { free: total - busy, total });
}

function reason(
  tone: BadgeTone,
  text: StateReason['text'],
  values: StateReason['values'] = {},
): Reason {
  return { tone, text, values, until: null };
}

/** True when the last known balance is used up, apart from reserved and held credits. */
function hasNoCreditsLeft({ credits, reserved_credits, held_credits }: PoolAccount): boolean {
  return credits !== null && credits - reserved_credits - held_credits <= 0;
}

import { addressPrefixes } from '../http/address-prefix.ts';
import type { AdminApiDeps, AdminApiSettings } from './deps.ts';
import type { AdminFailure } from './failure.ts';

/** Result of an attempt to log in. */
export type LoginVerdict<Refusal> =
  | { readonly kind: 'let-in' }
  | { readonly kind: 'wrong'; readonly refusal: Refusal }
  | UnseenAttempt;

/** An attempt that was not checked. */
type UnseenAttempt =
  /** Too many attempts failed; this one was not checked, even if it is correct. */
  | { readonly kind: 'throttled'; readonly retryAfterMs: number }
  /** Too many attempts are being checked; this one was neither checked nor counted. */
  | { readonly kind: 'busy'; readonly retryAfterMs: number };

export interface LoginAttempt {
  readonly username: string;
  /** Address the request comes from. */
  readonly address: string;
}

/** Limits everything that compares a password: a comparison takes time and memory on purpose. */
export interface LoginThrottle {
  /** Calls `findFault` only if the attempt may be checked; undefined means that all credentials were correct. */
  attempt<Refusal>(
    input: LoginAttempt,
    findFault: () => Promise<Refusal | undefined>,
  ): Promise<LoginVerdict<Refusal>>;
}

/** Maximum failures of one subject. */
interface Budget {
  readonly subject: string;
  readonly most: number;
}

/** The refusal of an attempt that was not checked. */
export function unseenAttempt(verdict: UnseenAttempt): AdminFailure {
  const { retryAfterMs } = verdict;
  switch (verdict.kind) {
    case 'throttled':
      return {
        kind: 'login-throttled',
        detail: 'Too many failed logins from your address; try again later.',
        retryAfterMs,
      };
    case 'busy':
      return {
        kind: 'login-busy',
        detail: 'Too many logins are in progress; try again in a moment.',
        retryAfterMs,
      };
  }
}

/** Attempts being checked or waiting for a check, in total and of one caller: a queue of half a second. */
const mostInHand = 16;
const mostInHandOfCaller = 4;
const busy: UnseenAttempt = { kind: 'busy', retryAfterMs: 1_000 };

/**
 * Budgets of failed attempts for one user name from one caller, for the caller whatever the name, and for the site an
 * IPv6 caller belongs to. They are kept in the store and so apply on all nodes. An attempt counts as failed before it
 * is checked, so that simultaneous attempts cannot outrun the count; a successful one clears it. A refused attempt does
 * not count, so a caller's budget limits the failures it adds to the store.
 */
export function createLoginThrottle(
  deps: Pick<AdminApiDeps, 'access' | 'digest' | 'clock'>,
  settings: () => AdminApiSettings,
): LoginThrottle {
  const inFlight = createPermits();
  return {
    async attempt({ username, address }, findFault) {
      const { caller, site } = addressPrefixes(address);
      const policy = settings();
      const subject = (...parts: readonly string[]): string => deps.digest.sha256(parts.join('\n'));
      const budgets: readonly Budget[] = [
        { subject: subject('user', caller, username), most: policy.loginFailures },
        { subject: subject('caller', caller), most: policy.loginFailuresOfCaller },
        ...(site === caller
          ? []
          : [{ subject: subject('site', site), most: policy.loginFailuresOfSite }]),
      ];
      const spent = await longestWait(deps, budgets, { policy, isCounted: false });
      if (spent !== null) return { kind: 'throttled', retryAfterMs: spent };
      if (!inFlight.take(caller)) return busy;
      try {
        return await lookAt(deps, { budgets, policy, findFault });
      } finally {
        inFlight.leave(caller);
      }
    },
  };
}

async function lookAt<Refusal>(
  deps: Pick<AdminApiDeps, 'access' | 'clock'>,
  attempt: {
    readonly budgets: readonly Budget[];
    readonly policy: AdminApiSettings;
    readonly findFault: () => Promise<Refusal | undefined>;
  },
): Promise<LoginVerdict<Refusal>> {
  const { budgets, policy, findFault } = attempt;
  const now = deps.clock.now();
  await Promise.all(budgets.map(({ subject }) => deps.access.recordLoginFailure({ subject, now })));
  const outrun = await longestWait(deps, budgets, { policy, isCounted: true });
  if (outrun !== null) return { kind: 'throttled', retryAfterMs: outrun };
  const refusal = await findFault();
  if (refusal !== undefined) return { kind: 'wrong', refusal };
  await Promise.all(budgets.map(({ subject }) => deps.access.clearLoginFailures(subject)));
  return { kind: 'let-in' };
}

/** Returns the wait in ms until every budget has room again; null if each has. */
async function longestWait(
  { access, clock }: Pick<AdminApiDeps, 'access' | 'clock'>,
  budgets: readonly Budget[],
  { policy, isCounted }: { readonly policy: AdminApiSettings; readonly isCounted: boolean },
): Promise<number | null> {
  const { loginWindowMs } = policy;
  const now = clock.now();
  const waits = await Promise.all(
    budgets.map(async ({ subject, most }) => {
      const known = await access.loginFailures({ subject, since: now - loginWindowMs });
      // Failures in the far future came from a clock that was set back since: they must lock out no one until then.
      const failures = known.filter((at) => at <= now + loginWindowMs);
      if (failures.length < most + (isCounted ? 1 : 0)) return [];
      return [Math.min(loginWindowMs, (failures.at(-most) ?? now) + loginWindowMs - now)];
    }),
  );
  const all = waits.flat();
  return all.length === 0 ? null : Math.max(...all);
}

/** Counts attempts being handled, in total and by caller. */
function createPermits(): {
  readonly take: (caller: string) => boolean;
  readonly leave: (caller: string) => void;
} {
  const byCaller = new Map<string, number>();
  let all = 0;
  return {
    take(caller) {
      const own = byCaller.get(caller) ?? 0;
      if (all >= mostInHand || own >= mostInHandOfCaller) return false;
      all += 1;
      byCaller.set(caller, own + 1);
      return true;
    },
    leave(caller) {
      const own = (byCaller.get(caller) ?? 1) - 1;
      all -= 1;
      if (own === 0) byCaller.delete(caller);
      else byCaller.set(caller, own);
    },
  };
}

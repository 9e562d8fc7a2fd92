import type { UpstreamError } from '@filmgate/core';
import { declaredRefusal, type EndpointRefusal, type SaidResponse } from './endpoint-refusals.ts';
import type {
  ProbeReading,
  ProviderDescription,
  ReadRefusal,
  RefusalRule,
} from './provider-description.ts';

/** A refusal that a row proves. */
export interface ProvenRefusal {
  readonly error: UpstreamError;
  /** True if the second arrival of a submission gets this refusal, too. */
  readonly mayBeEcho: boolean;
}

/** A description's refusals. */
export type Refusals = Pick<ProviderDescription, 'readRefusal' | 'refusals'>;

/** Context for reading a refusal. */
export interface RefusalReading {
  /** The refusals that the operator declares for the endpoint. */
  readonly declared: readonly EndpointRefusal[];
  /** Pause that the response's header requests, if its body names none; in ms. */
  readonly askedMs: number | null;
  /** Removes secrets from a provider's text, for a trail. */
  readonly fit: (words: string) => string;
}

/**
 * Returns the refusal a response proves, or undefined if it proves nothing: the operator declared nothing for it, and
 * its body is of no documented shape, or no row of the table has its status and code.
 */
export function proveRefusal(
  table: Refusals,
  { status, body }: SaidResponse,
  { declared, askedMs, fit }: RefusalReading,
): ProvenRefusal | undefined {
  const charge = 'not-charged';
  const own = declaredRefusal(declared, { status, body });
  if (own !== undefined) {
    const { kind, scope } = own.refusal;
    const detail = fit(`declared for the endpoint: ${own.words}`);
    return { mayBeEcho: false, error: { kind, scope, charge, retryAfterMs: askedMs, detail } };
  }
  const said = body === undefined ? undefined : table.readRefusal({ status, body });
  if (said === undefined) return undefined;
  const rule = ruleFor(table.refusals, { status, code: said.code });
  if (rule === undefined) return undefined;
  const { kind, scope, mayBeEcho = false } = rule;
  const retryAfterMs = said.retryAfterMs ?? askedMs;
  const detail = fit(said.code === null ? said.message : `${said.code}: ${said.message}`);
  return { mayBeEcho, error: { kind, scope, charge, retryAfterMs, detail } };
}

/** Returns the most specific row: the code, else its longest prefix, else any code. The order has no meaning. */
export function ruleFor(
  rules: readonly RefusalRule[],
  said: { readonly status: number; readonly code: string | null },
): RefusalRule | undefined {
  const fitting = rules.filter((rule) => rule.status === said.status && fits(rule.code, said.code));
  const [best] = fitting.toSorted((one, other) => exactness(other) - exactness(one));
  return best;
}

function fits(pattern: string | null, code: string | null): boolean {
  if (pattern === null) return true;
  if (code === null) return false;
  return pattern.endsWith('*') ? code.startsWith(pattern.slice(0, -1)) : code === pattern;
}

function exactness({ code }: RefusalRule): number {
  if (code === null) return -1;
  return code.endsWith('*') ? code.length - 1 : Number.MAX_SAFE_INTEGER;
}

/** Reads the response to an account check that shows no account: a documented refusal of the login, or unclear. */
export function readFailedProbe(
  rules: readonly RefusalRule[],
  status: number,
  said: ReadRefusal | undefined,
): ProbeReading {
  if (said !== undefined && ruleFor(rules, { status, code: said.code })?.kind === 'login')
    return { kind: 'login-required' };
  return { kind: 'unreadable', detail: `the account check responded ${said?.code ?? status}` };
}

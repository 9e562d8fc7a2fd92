import type { UpstreamError } from '@filmgate/core';
import type { JsonResponse, ProviderDescription, RefusalRule } from './provider-description.ts';

/** A refusal that a row of the table proves. */
export interface ProvenRefusal {
  readonly error: UpstreamError;
  readonly rule: RefusalRule;
}

/** What a description says of refusals. */
export type Refusals = Pick<ProviderDescription, 'readRefusal' | 'refusals'>;

/**
 * The refusal a response proves, or undefined when it proves nothing: its body is of no documented shape, or no row of the table
 * has its status and code.
 *
 * @param askedMs - from its header, where its body names no time
 * @param fit - makes the provider's words fit for a trail
 */
export function proveRefusal(
  table: Refusals,
  response: JsonResponse,
  { askedMs, fit }: { readonly askedMs: number | null; readonly fit: (words: string) => string },
): ProvenRefusal | undefined {
  const said = table.readRefusal(response);
  if (said === undefined) return undefined;
  const rule = ruleFor(table.refusals, { status: response.status, code: said.code });
  if (rule === undefined) return undefined;
  const { kind, scope } = rule;
  const retryAfterMs = said.retryAfterMs ?? askedMs;
  const detail = fit(said.code === null ? said.message : `${said.code}: ${said.message}`);
  return { rule, error: { kind, scope, charge: 'not-charged', retryAfterMs, detail } };
}

/** The row that fits most exactly: the code itself, else its longest beginning, else any code. The order of rows says nothing. */
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

/** Whether a response of this status can prove a refusal at all: redirects, 408 and what is no error never do. */
function canProve(status: number): boolean {
  return status >= 400 && status <= 599 && status !== 408;
}

/**
 * Every row can be a proof, and none says the same as another.
 *
 * @throws RangeError that names the row
 */
export function checkRules(rules: readonly RefusalRule[]): void {
  const seen = new Set<string>();
  for (const { status, code } of rules) {
    const name = `${status} ${code ?? '(any code)'}`;
    if (!canProve(status)) throw new RangeError(`A refusal with ${name} proves nothing.`);
    if (seen.has(name)) throw new RangeError(`Two refusals are for ${name}.`);
    seen.add(name);
  }
}

import type { JsonValue } from '../json/json-value.ts';
import type { UpstreamUsage } from '../upstream/upstream-usage.ts';

const mostFields = 24;
const deepest = 3;
/** Form of a name or short value, for example `16:9`, `1280x720`, `0.43`; no sentence, link or personal text has it. */
const word = /^[\w.:+-]{1,64}$/;

/**
 * Selects figures of a provider that may be kept for good: numbers, truths and short words under their own names, at
 * most 24 on each of three levels. Leaves out all else (texts, links, deep or long lists).
 */
export function reportedFacts(said: { readonly [field: string]: JsonValue }): {
  readonly [field: string]: JsonValue;
} {
  return factsIn(said, deepest);
}

/** Selects the provider's figures of its charge that may be kept for good. */
export function reportedUsage(usage: UpstreamUsage): UpstreamUsage {
  return { unit: usage.unit, amount: usage.amount, figures: reportedFacts(usage.figures) };
}

const mostCandidates = 5;
const longestCandidate = 200;

/** Returns ids that may name lost work, for its trail: five at most, none longer than 200 characters. */
export function reportedCandidates(ids: readonly string[] = []): {
  readonly [field: string]: JsonValue;
} {
  const candidates = ids.filter(({ length }) => length <= longestCandidate);
  return candidates.length === 0 ? {} : { candidates: candidates.slice(0, mostCandidates) };
}

/** Returns the names of fields that a read left out, for the trail. */
export function reportedUnread(fields: readonly string[] = []): {
  readonly [field: string]: JsonValue;
} {
  const unread = fields.filter((field) => word.test(field)).slice(0, mostFields);
  return unread.length === 0 ? {} : { unread };
}

function factsIn(
  said: { readonly [field: string]: JsonValue },
  levels: number,
): { readonly [field: string]: JsonValue } {
  const reported = Object.entries(said).flatMap(([name, value]) => {
    const fact = word.test(name) ? factOf(value, levels - 1) : undefined;
    return fact === undefined ? [] : [[name, fact] as const];
  });
  return Object.fromEntries(reported.slice(0, mostFields));
}

function factOf(value: JsonValue, levels: number): JsonValue | undefined {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return word.test(value) ? value : undefined;
  if (levels === 0) return undefined;
  if (!Array.isArray(value)) return factsIn(Object.fromEntries(Object.entries(value)), levels);
  const items = value.map((item: JsonValue) => factOf(item, levels - 1));
  return items.filter((item) => item !== undefined).slice(0, mostFields);
}

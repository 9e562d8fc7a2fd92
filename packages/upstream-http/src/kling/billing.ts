import type { JsonValue, UpstreamUsage } from '@filmgate/core';
import { type JsonObject, objectsIn } from '../json/json-fields.ts';

/**
 * Returns the charge of a task from its `billing`: hundredths of a unit from a resource pack (the price list has two
 * decimals), or millionths of a dollar from a balance. Undefined if it has none, or one in another currency.
 */
export function usageFromBilling(billing: JsonValue): UpstreamUsage | undefined {
  const entries = objectsIn(billing) ?? [];
  const [unit, ...others] = new Set(entries.map(unitOf));
  const parts = entries.map(({ amount }) => scaleDecimal(amount, unit === 'usd' ? 6 : 2));
  if (unit === undefined || others.length > 0 || !parts.every((part) => part !== undefined))
    return undefined;
  return { unit, amount: parts.reduce((sum, part) => sum + part, 0), figures: { billing } };
}

function unitOf({ charge_type: type, currency }: JsonObject): 'units' | 'usd' | undefined {
  if (type === 'unit') return 'units';
  return type === 'cash' && currency === 'USD' ? 'usd' : undefined;
}

/** Returns a decimal number as a whole number of its last kept decimal, rounded up; undefined when it is not one. */
function scaleDecimal(value: JsonValue | undefined, decimals: number): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  const match = typeof text === 'string' ? /^(\d{1,9})(?:\.(\d{1,12}))?$/.exec(text) : null;
  if (match === null) return undefined;
  const [, whole = '', rest = ''] = match;
  const kept = Number(whole + rest.slice(0, decimals).padEnd(decimals, '0'));
  return /[1-9]/.test(rest.slice(decimals)) ? kept + 1 : kept;
}

import type { JsonValue, UpstreamUsage } from '@filmgate/core';
import { objectsIn } from '../json/json-fields.ts';

/** Decimals of a Kling unit that are counted: its price list has two. */
const unitDecimals = 2;
/** Decimals of a dollar that are counted. */
const dollarDecimals = 6;

/**
 * Returns a decimal number as a whole number of its smallest part, rounded up; undefined when it is not one.
 *
 * @param decimals - digits after the point that are kept
 */
function scaleDecimal(value: JsonValue | undefined, decimals: number): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  const match = typeof text === 'string' ? /^(\d{1,9})(?:\.(\d{1,12}))?$/.exec(text) : null;
  if (match === null) return undefined;
  const [, whole = '', rest = ''] = match;
  const kept = Number(whole + rest.slice(0, decimals).padEnd(decimals, '0'));
  return /[1-9]/.test(rest.slice(decimals)) ? kept + 1 : kept;
}

/**
 * Returns the charge of a task from its `billing`: hundredths of a unit from a resource pack, or millionths of a dollar
 * from a balance. Undefined if it has none, or one in another currency.
 */
export function usageFromBilling(billing: JsonValue): UpstreamUsage | undefined {
  const entries = objectsIn(billing);
  const [first] = entries ?? [];
  if (entries === undefined || first === undefined) return undefined;
  const isCash = first['charge_type'] === 'cash';
  let amount = 0;
  for (const entry of entries) {
    const isSame = entry['charge_type'] === first['charge_type'];
    const isKnown = isCash ? entry['currency'] === 'USD' : entry['charge_type'] === 'unit';
    const part = scaleDecimal(entry['amount'], isCash ? dollarDecimals : unitDecimals);
    if (!isSame || !isKnown || part === undefined) return undefined;
    amount += part;
  }
  return { unit: isCash ? 'usd' : 'units', amount, figures: { billing } };
}

/** Returns the charge of a task of the former interface, from its `final_unit_deduction`, in hundredths of a unit. */
export function usageFromDeduction(deduction: JsonValue): UpstreamUsage | undefined {
  const amount = scaleDecimal(deduction, unitDecimals);
  if (amount === undefined) return undefined;
  return { unit: 'units', amount, figures: { final_unit_deduction: deduction } };
}

/** Returns the charge state of a failed task. */
export function chargeOf(usage: UpstreamUsage | undefined): 'charged' | 'not-charged' | 'unknown' {
  if (usage === undefined) return 'unknown';
  return usage.amount > 0 ? 'charged' : 'not-charged';
}

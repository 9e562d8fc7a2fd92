import type { Settings } from './settings-schema.ts';

/** A checked setting written as its environment variable would be; undefined when unset. */
export function settingText(value: Settings[keyof Settings]): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return value.join(',');
  return Object.entries(value)
    .map(([alias, model]) => `${alias}=${model}`)
    .join(',');
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value);
}

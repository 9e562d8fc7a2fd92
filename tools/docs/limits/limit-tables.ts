import { adminLimits } from './admin-limits.ts';
import { bodyLimits } from './body-limits.ts';
import { credentialLimits } from './credential-limits.ts';
import { fieldLimits } from './field-limits.ts';
import type { Limit } from './limit-source.ts';
import { openLimits } from './open-limits.ts';
import { workLimits } from './work-limits.ts';

/** The tables of docs/limits.md, by the names in their markers. */
const limitTables: { readonly [name: string]: readonly Limit[] } = {
  body: bodyLimits,
  fields: fieldLimits,
  administration: adminLimits,
  open: openLimits,
  credentials: credentialLimits,
  work: workLimits,
};

export const allLimits: readonly Limit[] = Object.values(limitTables).flat();

const marked = /(?<=<!-- limits (?<name>\w+) -->\n)[^]*?(?=<!-- end of limits -->)/g;

/**
 * Returns the document with every table written anew between its markers.
 *
 * @throws RangeError if a table is missing or unknown
 */
export function withLimitTables(document: string): string {
  const named = [...document.matchAll(marked)].map(({ groups }) => groups?.['name'] ?? '');
  const missing = Object.keys(limitTables).filter((name) => !named.includes(name));
  if (missing.length > 0) throw new RangeError(`the document lacks: ${missing.join(', ')}`);
  return document.replaceAll(marked, (_old, name: string) => `\n${tableOf(name)}\n\n`);
}

function tableOf(name: string): string {
  const limits = limitTables[name];
  if (limits === undefined) throw new RangeError(`there are no limits of ${name}`);
  const rows = limits.map(({ limit, value, setBy = '–', exceeded, source }) => [
    limit,
    value,
    setBy,
    exceeded,
    `\`${source.file}\``,
  ]);
  const head = ['Limit', 'Value', 'Set by', 'When exceeded', 'Source'];
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod';
import { readConstant } from './read-constant.ts';

const root = resolve(import.meta.dirname, '../../..');

const limit = z.strictObject({
  /** The bounded thing. May have placeholders, as `value` has. */
  limit: z.string(),
  /** With placeholders: `{name}`, `{name:unit}`, `{FILMGATE_NAME:unit}`, `{file below packages#name:unit}`. */
  value: z.string(),
  /** The setting, `catalog`, or a field; absent for what nobody can change. */
  setBy: z.string().default('–'),
  /** The status and code, or what happens instead. */
  exceeded: z.string(),
  /** The file that declares the constants; absent for a setting. */
  source: z.string().optional(),
});

/** The tables of docs/limits.md, by the names in their markers. */
export const limitTables = z
  .record(z.string(), z.array(limit))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'limits.json'), 'utf8')));

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
  const rows = limits.map((row) => {
    const { source = declarationOf(row.setBy.replaceAll('`', '')).path } = row;
    const texts = [row.limit, row.value].map((text) => withNumbers(text, source));
    return [...texts, row.setBy, row.exceeded, `\`${basename(source)}\``];
  });
  const head = ['Limit', 'Value', 'Set by', 'When exceeded', 'Source'];
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function withNumbers(text: string, source: string): string {
  return text.replaceAll(/\{([^}]+)\}/g, (_all, placeholder: string) => {
    const [where = '', unit = ''] = placeholder.split(':');
    const [name = '', file] = where.split('#').toReversed();
    const value = name.startsWith('FILMGATE_')
      ? defaultOf(name)
      : readConstant(file === undefined ? source : `packages/${file}`, name);
    return inUnit(value, unit);
  });
}

function defaultOf(setting: string): number {
  const { path, group } = declarationOf(setting);
  return readConstant(path, `${group}.${setting}.form.default()`);
}

function declarationOf(setting: string): { readonly path: string; readonly group: string } {
  for (const path of globSync('packages/server/src/settings/declared/*.ts', { cwd: root })) {
    const text = readFileSync(join(root, path), 'utf8');
    const [, group] = /^export const (\w+) = \{/m.exec(text) ?? [];
    if (group !== undefined && text.includes(`\n  ${setting}: {`)) return { path, group };
  }
  throw new RangeError(`no file declares the setting ${setting}`);
}

/** @throws RangeError for a unit that is none of `bytes`, `mebibytes` and `time`, which is a number of milliseconds */
function inUnit(value: number, unit: string): string {
  switch (unit) {
    case '':
      return grouped(value);
    case 'bytes':
      return inBytes(value);
    case 'mebibytes':
      return inBytes(value * 1024 * 1024);
    case 'time':
      return value > 60_000 ? `${grouped(value / 60_000)} minutes` : `${grouped(value / 1000)} s`;
    default:
      throw new RangeError(`${unit} is not a unit`);
  }
}

function inBytes(value: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  const power = [3, 2, 1].find((candidate) => value > 0 && value % 1024 ** candidate === 0) ?? 0;
  return `${grouped(value / 1024 ** power)} ${units[power]}`;
}

function grouped(value: number): string {
  return value.toLocaleString('en-GB');
}

import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readConstant } from './read-constant.ts';

const root = resolve(import.meta.dirname, '../../..');

/** One row of docs/limits.md. */
export interface Limit {
  /** The bounded thing. */
  readonly limit: string;
  readonly value: string;
  /** The setting, `catalog` or `console`; absent for what nobody can change. */
  readonly setBy?: string;
  /** The status and code, or what happens instead. */
  readonly exceeded: string;
  readonly source: LimitSource;
}

/** A source file that declares limits, and its numbers as the document writes them. */
export class LimitSource {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  get file(): string {
    return basename(this.path);
  }

  count(name: string): string {
    return grouped(readConstant(this.path, name));
  }

  bytes(name: string): string {
    return inBytes(readConstant(this.path, name));
  }

  /** A number of milliseconds. */
  time(name: string): string {
    return inTime(readConstant(this.path, name));
  }
}

/** The default of a setting, from the entry that declares it. */
export class SettingDefault extends LimitSource {
  readonly setting: string;
  readonly #name: string;

  constructor(setting: `FILMGATE_${string}`) {
    const { path, group } = declarationOf(setting);
    super(path);
    this.setting = `\`${setting}\``;
    this.#name = `${group}.${setting}.form.default()`;
  }

  get number(): string {
    return this.count(this.#name);
  }

  /** For a setting in bytes. */
  get size(): string {
    return this.bytes(this.#name);
  }

  /** For a setting in MiB. */
  get mebibytes(): string {
    return inBytes(readConstant(this.path, this.#name) * mebibyte);
  }
}

const mebibyte = 1024 * 1024;

function declarationOf(setting: string): { readonly path: string; readonly group: string } {
  for (const path of globSync('packages/server/src/settings/declared/*.ts', { cwd: root })) {
    const text = readFileSync(join(root, path), 'utf8');
    const [, group] = /^export const (\w+) = \{/m.exec(text) ?? [];
    if (group !== undefined && text.includes(`\n  ${setting}: {`)) return { path, group };
  }
  throw new RangeError(`no file declares the setting ${setting}`);
}

function grouped(value: number): string {
  return value.toLocaleString('en-GB');
}

function inBytes(value: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  let [amount, unit] = [value, 0];
  while (unit < units.length - 1 && amount >= 1024 && amount % 1024 === 0) {
    amount /= 1024;
    unit += 1;
  }
  return `${grouped(amount)} ${units[unit] ?? ''}`;
}

function inTime(ms: number): string {
  const isWholeMinutes = ms > 60_000 && ms % 60_000 === 0;
  return isWholeMinutes ? `${grouped(ms / 60_000)} minutes` : `${grouped(ms / 1000)} s`;
}

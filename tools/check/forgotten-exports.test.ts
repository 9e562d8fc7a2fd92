import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findForgottenExports } from './forgotten-exports.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-exports-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

it('finds a type that a public signature mentions and no module exports', () => {
  write('shapes.d.ts', 'export interface Hidden {}\nexport interface Shown {}\n');
  const declarations = write(
    'index.d.ts',
    `import type { Hidden, Shown } from './shapes.js';
export type { Shown } from './shapes.js';
export declare function make(shown: Shown): Promise<Hidden>;
export declare class Box { private one: Hidden; }
`,
  );
  expect(findForgottenExports(folder, [{ name: 'pkg', declarations }])).toEqual([
    { module: 'pkg', type: 'Hidden', mentionedBy: 'make' },
  ]);
});

it('takes what another module of the package exports for named', () => {
  write('shapes.d.ts', 'export interface Shape {}\n');
  const index = write(
    'index.d.ts',
    `import type { Shape } from './shapes.js';\nexport declare const shape: Shape;\n`,
  );
  const other = write('other.d.ts', `export type { Shape } from './shapes.js';\n`);
  const modules = [
    { name: 'pkg', declarations: index },
    { name: 'pkg/other', declarations: other },
  ];
  expect(findForgottenExports(folder, modules)).toEqual([]);
});

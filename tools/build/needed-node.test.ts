import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isNodeEnough } from './program/needed-node.mjs';

const entry = join(import.meta.dirname, 'program/filmgate.mjs');
const versions = (node: string, napi = '10') => ({ ...process.versions, node, napi });

it.each([
  ['22.18.0', '10', true],
  ['24.0.0', '10', true],
  ['22.17.9', '10', false],
  ['20.19.0', '9', false],
  ['24.0.0', '9', false],
])('Node %s with Node-API %s runs the packages: %s', (node, napi, expected) => {
  expect(isNodeEnough(versions(node, napi))).toBe(expected);
});

/** Starts the entry of the bundled command on a Node with the version and features of another one. */
function startOn(node: string) {
  const guise = `import module from 'node:module';
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } });
delete module.enableCompileCache;
module.syncBuiltinESMExports();`;
  const preload = `data:text/javascript,${encodeURIComponent(guise)}`;
  return spawnSync(process.execPath, ['--import', preload, entry, '--version'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
}

it('[shipping.old-node] the bundled command says which Node it needs and which it found, and ends with 1', () => {
  const { status, stderr, stdout } = startOn('20.20.2');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    `filmgate needs Node 22.18 or newer; this is Node 20.20.2 (${process.execPath}).\n`,
  );
});

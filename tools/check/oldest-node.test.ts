import { arch, platform } from 'node:process';
import { describe, expect, it } from 'vitest';
import { listWorkspacePackages } from '../build/workspace-package.ts';
import { oldestNode } from './oldest-node.ts';

function withEngines(engines: Readonly<Record<string, string>>) {
  const rest = { version: '1.0.0', private: false, bin: {}, exports: {} };
  const nothing = { dependencies: {}, peerDependencies: {}, devDependencies: {} };
  return { manifest: { name: 'one', ...rest, ...nothing, engines } };
}

describe('the oldest Node', () => {
  it('is the first release of the line the packages name', () => {
    const { specifier, program } = oldestNode([withEngines({ node: '>=22.18' })]);
    expect(specifier).toBe(`node-${platform}-${arch}@22.18.0`);
    expect(program).toBe(`node_modules/node-${platform}-${arch}/bin/node`);
  });

  it('is the one that all of them run on', () => {
    const ranges = ['^20.18.0 || >=22.2.0', '>=22.18', '>=22.4'];
    const { specifier } = oldestNode(ranges.map((node) => withEngines({ node })));
    expect(specifier).toMatch(/@22\.18\.0$/);
  });

  it('is named by every package of this project', () => {
    const packages = listWorkspacePackages(`${import.meta.dirname}/../..`);
    expect(oldestNode(packages).specifier).toMatch(/@\d+\.\d+\.0$/);
  });

  it.each([
    ['none', [{}]],
    ['one of them none', [{ node: '>=22.18' }, {}]],
    ['none in particular', [{ node: '*' }]],
  ])('is not known when the packages name %s', (_, engines) => {
    expect(() => oldestNode(engines.map(withEngines))).toThrow(RangeError);
  });
});

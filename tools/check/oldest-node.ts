import { arch, platform } from 'node:process';
import type { WorkspacePackage } from '../build/workspace-package.ts';

/** A release of Node as the npm registry has it. */
export interface NodeRelease {
  /** Name and version, as `npm install` takes them. */
  readonly specifier: string;
  /** The program, below the folder it was installed in. */
  readonly program: string;
}

const lowestPattern = /^>=(?<major>\d+)\.(?<minor>\d+)$/;

/**
 * The oldest Node the packages say they run on, for this machine.
 *
 * @throws RangeError when they do not all name the same one
 */
export function oldestNode(packages: readonly Pick<WorkspacePackage, 'manifest'>[]): NodeRelease {
  const ranges = new Set(packages.map(({ manifest }) => manifest.engines['node'] ?? 'any'));
  const [range = '', ...others] = ranges;
  const { major, minor } = lowestPattern.exec(range)?.groups ?? {};
  if (major === undefined || minor === undefined || others.length > 0) {
    throw new RangeError(`engines.node must be one ">=major.minor", not ${[...ranges].join(', ')}`);
  }
  const name = `node-${platform}-${arch}`;
  return {
    specifier: `${name}@${major}.${minor}.0`,
    program: `node_modules/${name}/bin/node`,
  };
}

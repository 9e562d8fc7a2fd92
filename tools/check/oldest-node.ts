import { arch, platform } from 'node:process';
import type { WorkspacePackage } from '../build/workspace-package.ts';

/** A release of Node as the npm registry has it. */
export interface NodeRelease {
  /** Name and version in the form of `npm install`. */
  readonly specifier: string;
  /** Path of the program below its installation folder. */
  readonly program: string;
}

/** The first line of a range is its oldest. */
const lowestPattern = /^(?:>=|\^)(?<major>\d+)\.(?<minor>\d+)(?:\.0)?(?: \|\||$)/;

/**
 * The oldest Node that all of these packages support, for this machine.
 *
 * @throws RangeError if a package states none
 */
export function oldestNode(packages: readonly Pick<WorkspacePackage, 'manifest'>[]): NodeRelease {
  const lowest = packages.map(({ manifest: { engines } }) => {
    const { major, minor } = lowestPattern.exec(engines['node'] ?? '')?.groups ?? {};
    if (major === undefined || minor === undefined)
      throw new RangeError(
        `engines.node must begin with ">=major.minor" or "^major.minor", not ${engines['node'] ?? 'any'}`,
      );
    return { major: Number(major), minor: Number(minor) };
  });
  const [needed] = lowest.toSorted(
    (one, other) => (other.major - one.major) * 1_000 + other.minor - one.minor,
  );
  if (needed === undefined) throw new RangeError('There are no packages.');
  return releaseOfNode(`${needed.major}.${needed.minor}.0`);
}

/** One version of Node, for this machine. */
export function releaseOfNode(version: string): NodeRelease {
  const name = `node-${platform}-${arch}`;
  return {
    specifier: `${name}@${version}`,
    program: `node_modules/${name}/bin/node`,
  };
}

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { programArguments } from './run-typescript.ts';

/** Runs the filling program by a shell that first limits the space; `$@` is its command line. */
function fillDisk(
  directory: string,
  shell: readonly string[],
  scarcity: string,
): readonly string[] {
  const [command = '', ...options] = shell;
  const program = [process.execPath, ...programArguments('fill-disk.ts', directory)];
  const words = [...options, '-c', `${scarcity} && exec "$@"`, 'fill-disk', ...program];
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the program ended with ${status}: ${stderr}`);
  return stdout.split('\n');
}

/** Ways into a separate mount namespace: as root, else as root of a user namespace. */
const ownMounts: readonly (readonly string[])[] = [
  ['unshare', '--mount', 'sh'],
  ['unshare', '--user', '--map-root-user', '--mount', 'sh'],
];

function waysToMount(directory: string): readonly (readonly string[])[] {
  const attempt = 'mount -t tmpfs -o size=2m filmgate "$1"';
  return ownMounts.filter(([command = '', ...options]) => {
    const { status } = spawnSync(command, [...options, '-c', attempt, 'try', directory]);
    return status === 0;
  });
}

function expectCleanRefusals(report: readonly string[], code: string): void {
  const refusal = `no: The blob store cannot … (${code}).`;
  const reported = report.map((line) => line.replace(/cannot .* \(/, 'cannot … ('));
  expect(reported).toEqual(['kept', refusal, refusal, 'kept', 'temporary 0', 'blobs 1 2']);
}

describe('a disk without room', () => {
  it(
    'refuses a file past the size limit and leaves nothing behind',
    () =>
      inTemporaryFolder(async (directory) => {
        // 2048 × 512 bytes in every shell; the signal would end the process before it can report.
        const report = fillDisk(directory, ['sh'], "trap '' XFSZ; ulimit -f 2048");
        expectCleanRefusals(report, 'EFBIG');
      }),
    30_000,
  );

  it(
    'refuses with ENOSPC on a full file system and leaves nothing behind',
    () =>
      inTemporaryFolder(async (directory) => {
        const [way] = waysToMount(directory);
        if (way === undefined) {
          throw new Error(
            'This test fills a file system of its own: it needs root with CAP_SYS_ADMIN, or user namespaces.',
          );
        }
        const report = fillDisk(
          directory,
          way,
          `mount -t tmpfs -o size=2m filmgate '${directory}'`,
        );
        expectCleanRefusals(report, 'ENOSPC');
      }),
    30_000,
  );
});

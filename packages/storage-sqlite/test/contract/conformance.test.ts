import { storageConformance } from '@filmgate/conformance';
import { describe, it } from 'vitest';
import { fileHarness, memoryHarness } from './storage-harness.ts';

const runner = { describe, it };

/** The first of the random histories represent all of them. */
describe('in a file', () => {
  storageConformance({ runner, open: fileHarness, model: { runs: 8 } });
});

describe.each([
  { where: 'in memory', open: memoryHarness },
  { where: 'in a file', open: fileHarness },
])('$where, with all histories', { tags: 'long' }, ({ open }) => {
  storageConformance({ runner, open });
});

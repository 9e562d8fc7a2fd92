import { storageConformance } from '@filmgate/conformance';
import { describe, it } from 'vitest';
import { fileHarness, memoryHarness } from './storage-harness.ts';

describe('in memory', { tags: 'long' }, () => {
  storageConformance({ runner: { describe, it }, open: memoryHarness });
});

describe('in a file', () => {
  storageConformance({ runner: { describe, it }, open: fileHarness });
});

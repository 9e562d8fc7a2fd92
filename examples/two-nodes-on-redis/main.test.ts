/** @module-tag long */
import { expect, it } from 'vitest';
import { runExample } from '../run-example.ts';

it('[fleet.example] two nodes on one Redis make three videos, and each is paid for once', async () => {
  const said = await runExample(import.meta.dirname);
  expect(said).toBe('three videos by two nodes, each paid for once\n');
});

import { expect, it } from 'vitest';
import { runExample } from '../run-example.ts';

it("[surfaces.mountable] the Video Task API works under a prefix of somebody else's Fastify", async () => {
  const said = await runExample(import.meta.dirname);
  expect(said).toMatch(/^one film of \d{5,} bytes below \/films\n$/);
});

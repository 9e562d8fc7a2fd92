import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { schemaOf } from './schema-of.ts';

test('a compiled serializer for it writes the whole value', async () => {
  const task = { id: 'vt_1', progress: 40, cost: 1.5, audio: true, error: null, warnings: [] };
  const value = { data: [{ ...task, size: { width: 1280 } }], has_more: false };
  const app = Fastify();
  app.get('/', { schema: { response: { 200: schemaOf(value) } } }, async () => value);
  expect((await app.inject('/')).json()).toEqual(value);
});

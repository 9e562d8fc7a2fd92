import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { programArgument, programParent } from '../harness/program-end.ts';
import { schemaOf } from './schema-of.ts';

/**
 * Program: the ceiling of a read. Bare Fastify routes with compiled response schemas that answer with a value held in
 * memory: no credential, no look-up, no header of ours.
 */

export interface BareServerArgument {
  /** What `GET /v1/videos/:id` and `GET /v1/videos` answer. */
  readonly task: unknown;
  readonly list: unknown;
}

export interface BareServerGreeting {
  readonly port: number;
}

const { task, list } = programArgument<BareServerArgument>();
const app = Fastify({ logger: false });
app.get('/v1/videos/:id', { schema: { response: { 200: schemaOf(task) } } }, (_request, reply) => {
  reply.send(task);
});
app.get('/v1/videos', { schema: { response: { 200: schemaOf(list) } } }, (_request, reply) => {
  reply.send(list);
});
const parent = programParent(() => app.close());
await app.listen({ host: '127.0.0.1', port: 0 });
parent.send({ port: (app.server.address() as AddressInfo).port });

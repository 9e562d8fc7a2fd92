import Fastify from 'fastify';
import { programArgument, programParent } from '../harness/program-end.ts';
import { listenAnywhere } from './listen-anywhere.ts';
import { bareArgument } from './messages.ts';
import { schemaOf } from './schema-of.ts';

/**
 * Program: the ceiling of a read. Bare Fastify routes with compiled response schemas that answer with a value held in
 * memory: no credential, no look-up, no header of ours.
 */

const { task, list } = bareArgument.parse(programArgument());
const app = Fastify({ logger: false });
app.get('/v1/videos/:id', { schema: { response: { 200: schemaOf(task) } } }, (_request, reply) => {
  reply.send(task);
});
app.get('/v1/videos', { schema: { response: { 200: schemaOf(list) } } }, (_request, reply) => {
  reply.send(list);
});
const parent = programParent(() => app.close());
parent.send({ port: await listenAnywhere(app) });

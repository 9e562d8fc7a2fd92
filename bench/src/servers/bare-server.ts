import Fastify from 'fastify';
import { programArgument, programParent } from '../harness/child-program.ts';
import { listenAnywhere } from './listen-anywhere.ts';
import { bareArgument } from './messages.ts';
import { schemaOf } from './schema-of.ts';

/**
 * Program: the ceiling of a read and of a creation. Bare Fastify routes with compiled response schemas that return a
 * value from memory: no credential, no look-up, no header of ours.
 */

const { task, list } = bareArgument.parse(programArgument());
const app = Fastify({ logger: false });
app.get('/v1/videos/:id', { schema: { response: { 200: schemaOf(task) } } }, (_request, reply) => {
  reply.send(task);
});
app.get('/v1/videos', { schema: { response: { 200: schemaOf(list) } } }, (_request, reply) => {
  reply.send(list);
});
app.post('/v1/videos', { schema: { response: { 202: schemaOf(task) } } }, (_request, reply) => {
  reply.code(202).send(task);
});
const parent = programParent(() => app.close());
parent.send({ port: await listenAnywhere(app) });

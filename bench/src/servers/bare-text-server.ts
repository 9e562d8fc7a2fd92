import Fastify from 'fastify';
import { z } from 'zod';
import { programArgument, programParent } from '../harness/child-program.ts';
import { listenAnywhere } from './listen-anywhere.ts';

/** Program: the ceiling of a response that never changes. A bare Fastify route that sends bytes held in memory. */

const { characters } = z.object({ characters: z.int() }).parse(programArgument());
const bytes = Buffer.alloc(characters, 'x');
const app = Fastify({ logger: false });
app.get('/v1/models', (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(bytes);
});
const parent = programParent(() => app.close());
parent.send({ port: await listenAnywhere(app) });

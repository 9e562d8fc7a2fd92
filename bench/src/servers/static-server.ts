import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { programArgument, programParent } from '../harness/child-program.ts';
import { listenAnywhere } from './listen-anywhere.ts';
import { staticArgument } from './messages.ts';

/** Program: a folder served by @fastify/static with its defaults. */

const app = Fastify({ logger: false });
await app.register(fastifyStatic, {
  root: staticArgument.parse(programArgument()).directory,
});
const parent = programParent(() => app.close());
parent.send({ port: await listenAnywhere(app) });

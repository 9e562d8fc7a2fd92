import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { fromOwnProgram } from '../harness/from-own-program.ts';
import { programArgument, programParent } from '../harness/program-end.ts';
import { listenAnywhere } from './listen-anywhere.ts';

/** Program: a folder served by @fastify/static with its defaults. */

export interface StaticServerArgument {
  readonly directory: string;
}

const app = Fastify({ logger: false });
await app.register(fastifyStatic, {
  root: fromOwnProgram<StaticServerArgument>(programArgument()).directory,
});
const parent = programParent(() => app.close());
parent.send({ port: await listenAnywhere(app) });

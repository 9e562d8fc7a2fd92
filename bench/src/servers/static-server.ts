import type { AddressInfo } from 'node:net';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { programArgument, programParent } from '../harness/program-end.ts';

/** Program: a folder served by @fastify/static with its defaults. */

export interface StaticServerArgument {
  readonly directory: string;
}

const app = Fastify({ logger: false });
await app.register(fastifyStatic, { root: programArgument<StaticServerArgument>().directory });
const parent = programParent(() => app.close());
await app.listen({ host: '127.0.0.1', port: 0 });
parent.send({ port: (app.server.address() as AddressInfo).port });

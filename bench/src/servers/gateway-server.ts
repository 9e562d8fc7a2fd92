import { join } from 'node:path';
import type { z } from 'zod';
import { programArgument, programParent } from '../harness/program-end.ts';
import { addApiUser, type BenchGateway, startBenchGateway } from '../world/bench-gateway.ts';
import { seedTasks } from '../world/seed-tasks.ts';
import { storeVideo } from '../world/store-video.ts';
import { untilIdle } from '../world/until-idle.ts';
import { gatewayArgument, type GatewayGreeting } from './messages.ts';

/** Program: the gateway as the server composes it, its runner idle. */

async function greet(
  gateway: BenchGateway,
  argument: z.infer<typeof gatewayArgument>,
): Promise<GatewayGreeting> {
  const { directory, seed, videos } = argument;
  const tasksFile = join(directory, 'tasks.json');
  if (seed !== undefined) {
    await seedTasks(gateway, seed, tasksFile);
    // Lists and search are filled in the background; what is measured is a store at rest.
    await untilIdle();
  }
  const { key, owner } = await addApiUser(gateway, `load-${gateway.running.services.ids.next()}`);
  const stored = [];
  for (const size of videos) stored.push(await storeVideo(gateway, { owner, size }));
  return { port: gateway.port, key, tasksFile, videos: stored };
}

const argument = gatewayArgument.parse(programArgument());
const starting = startBenchGateway(argument, argument.store);
const parent = programParent(async () => (await starting).running.stop());
parent.send(await greet(await starting, argument));

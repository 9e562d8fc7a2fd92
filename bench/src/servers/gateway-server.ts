import { join } from 'node:path';
import { fromOwnProgram } from '../harness/from-own-program.ts';
import { programArgument, programParent } from '../harness/program-end.ts';
import {
  addApiUser,
  type BenchGateway,
  type CreationStore,
  startBenchGateway,
} from '../world/bench-gateway.ts';
import { type SeedPlan, seedTasks } from '../world/seed-tasks.ts';
import { storeVideo } from '../world/store-video.ts';
import { untilIdle } from '../world/until-idle.ts';

/** Program: the gateway as the server composes it, its runner idle. */

export interface GatewayServerArgument {
  readonly directory: string;
  readonly store: CreationStore;
  readonly seed?: SeedPlan;
  /** Sizes of videos to store, in bytes. */
  readonly videos?: readonly number[];
}

export interface GatewayServerGreeting {
  readonly port: number;
  /** Key of a user without a limit, and of the owner of the videos. */
  readonly key: string;
  /** Where the seeded tasks are listed. */
  readonly tasksFile: string;
  readonly videos: readonly { readonly id: string; readonly sha256: string }[];
}

async function greet(
  gateway: BenchGateway,
  argument: GatewayServerArgument,
): Promise<GatewayServerGreeting> {
  const { directory, seed, videos = [] } = argument;
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

const argument = fromOwnProgram<GatewayServerArgument>(programArgument());
const starting = startBenchGateway(argument.directory, argument.store);
const parent = programParent(async () => (await starting).running.stop());
parent.send(await greet(await starting, argument));

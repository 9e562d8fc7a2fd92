import type { z } from 'zod';
import type { BenchContext } from '../benchmarks/benchmark.ts';
import { startProgram } from './child-program.ts';
import { serverCore } from './cores.ts';
import { startLoadDriver, type LoadDriver } from './load-driver.ts';

/** A server under test; its greeting has its address. */
export interface Server<Greeting> {
  readonly pid: number;
  readonly greeting: Greeting;
  stop(): Promise<void>;
}

/** Starts one of our server programs on the servers' core; it stops when the benchmark ends. */
export async function startServer<Greeting>(
  context: BenchContext,
  program: string,
  { argument, greeting }: { readonly argument: object; readonly greeting: z.ZodType<Greeting> },
): Promise<Server<Greeting>> {
  const { serverNodeArguments: nodeArguments } = context;
  const child = await startProgram({ program, core: serverCore, argument, nodeArguments });
  context.later(() => child.stop());
  return { pid: child.pid, greeting: greeting.parse(child.greeting), stop: () => child.stop() };
}

/** Starts a load generator, which stops when the benchmark ends. */
export async function startLoad(context: BenchContext): Promise<LoadDriver> {
  const driver = await startLoadDriver();
  context.later(() => driver.stop());
  return driver;
}

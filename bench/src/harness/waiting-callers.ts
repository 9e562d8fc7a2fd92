import type { BenchContext } from '../benchmarks/benchmark.ts';
import { type ClientCommand, clientReport } from '../servers/waiting-messages.ts';
import { startProgram } from './child-program.ts';
import { loadCore } from './cores.ts';

/** Thousands of callers in a process of their own. */
export interface WaitingCallers {
  /** Resolves when it is done, with what the first caller received since it last expected something. */
  tell(command: ClientCommand): Promise<string>;
}

/** Starts callers; they end with the benchmark. */
export async function startCallers(context: BenchContext): Promise<WaitingCallers> {
  const options = { program: 'load/waiting-clients-program.ts', core: loadCore };
  const program = await startProgram(options);
  context.later(() => program.stop());
  return {
    async tell(command) {
      const report = clientReport.parse(await program.ask(command));
      if (report.kind === 'failed') throw new Error(`the callers failed: ${report.reason}`);
      return report.sample;
    },
  };
}

import {
  type FleetArgument,
  type FleetCommand,
  fleetFailure,
  type FleetReport,
  fleetReport,
} from '../servers/fleet-messages.ts';
import { startProgram } from './child-program.ts';
import { readResidentBytes } from './resident-memory.ts';

/** A node that polls when it is told to, on a core of its own. */
export interface FleetNode {
  readonly pid: number;
  tell(command: FleetCommand): Promise<FleetReport>;
  /** What it has in RAM once it freed what it does not use, in bytes. */
  residentBytes(): Promise<number>;
  stop(): Promise<void>;
}

export async function startFleetNode(options: {
  /** A program that obeys the same commands. */
  readonly program?: string;
  readonly argument: FleetArgument;
  readonly core: number;
  readonly nodeArguments: readonly string[];
}): Promise<FleetNode> {
  const {
    program: file = 'servers/fleet-node-program.ts',
    argument,
    core,
    nodeArguments,
  } = options;
  const program = await startProgram({
    program: file,
    core,
    argument,
    nodeArguments: ['--expose-gc', ...nodeArguments],
  });
  const tell = async (command: FleetCommand): Promise<FleetReport> => {
    const answer = await program.ask(command);
    const failed = fleetFailure.safeParse(answer);
    if (failed.success) throw new Error(`a node failed: ${failed.data.failure}`);
    return fleetReport.parse(answer);
  };
  return {
    pid: program.pid,
    tell,
    stop: () => program.stop(),
    async residentBytes() {
      await tell({ kind: 'tidy' });
      return readResidentBytes(program.pid) ?? Number.NaN;
    },
  };
}

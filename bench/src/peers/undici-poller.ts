import { programArgument, programParent } from '../harness/child-program.ts';
import { fleetArgument, fleetCommand, type FleetReport } from '../servers/messages.ts';
import { askOverHttp } from '../world/ask-over-http.ts';

/** Program: polls a provider continuously, with the commands of a polling node. */

const underWay = 64;

const { providerPort } = fleetArgument.parse(programArgument());
const ask = askOverHttp(providerPort);
const state = { isOn: false, polls: 0 };

async function poll(): Promise<void> {
  while (state.isOn) {
    await ask();
    state.polls += 1;
  }
}

const parent = programParent();
parent.onMessage((message) => {
  const command = fleetCommand.parse(message);
  if (command.kind === 'run') {
    const wasOn = state.isOn;
    state.isOn = command.on;
    if (command.on && !wasOn) for (let one = 0; one < underWay; one += 1) void poll();
  }
  const report: FleetReport = { polls: state.polls };
  parent.send(report);
});
parent.send({ kind: 'ready' });

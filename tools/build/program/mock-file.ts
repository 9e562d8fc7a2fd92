import { realpathSync } from 'node:fs';
import { runCommand } from '@filmgate/upstream-mock';

/** The mock as one file: imported, it is the module; started, it is the command. */
export {
  blockProviders,
  drawCallbackFault,
  drawFaults,
  knownTokens,
  ProviderBlocked,
  renderPng,
  renderVideo,
  runCommand,
  startMock,
  startMockServer,
  VerdictError,
} from '@filmgate/upstream-mock';

const [, started] = process.argv;
if (started !== undefined && realpathSync(started) === import.meta.filename)
  await runCommand(process.argv);

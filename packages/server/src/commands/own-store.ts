import { join } from 'node:path';
import { type ComposedPorts, composePorts } from '../compose/compose-ports.ts';
import type { OperatorChoices } from '../compose/operator-choices.ts';
import { createLogger, createPino } from '../log/create-log.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** Opens a store of a command's own below the data directory, so that a running server is not in the way. */
export function openOwnStore(
  settings: Settings,
  folder: string,
  choices: OperatorChoices,
): Promise<ComposedPorts> {
  const logger = createPino({ level: 'silent', logPrompts: () => false });
  const own: Settings = {
    ...settings,
    FILMGATE_DATA_DIR: join(settings.FILMGATE_DATA_DIR, folder),
    // The one that is named belongs to the gateway.
    FILMGATE_WITNESS_DIR: undefined,
    FILMGATE_STORAGE: 'sqlite',
    FILMGATE_RESULT_STORE: 'files',
  };
  // No settings are ever stored in it.
  return composePorts(own, createLogger(logger), { given: new Set(), judge: () => [], choices });
}

import { kling as facts } from '@filmgate/provider-facts';
import { idIn, objectIn } from '../json/json-fields.ts';
import { videoProtocol } from '../models/video-protocol.ts';
import { accepts, build, carriage, writes } from './build-call.ts';
import { klingFamilies, klingModels } from './models.ts';
import { dataIn, errorIn, find, notice, task, tasksIn } from './tasks.ts';

/** Hosts that served Kling's finished videos: its own, and the one it uses in China. */
const resultHosts = ['*.klingai.com', '*.kling.ai', '*.kechuangai.com'];

/** Kling: a key, and the model's name in the address. */
export const kling = videoProtocol({
  facts,
  displayName: 'Kling',
  // A key belongs to one endpoint.
  endpoints: {
    'kling-global': { baseUrl: 'https://api-singapore.klingai.com', resultHosts },
    'kling-cn': { baseUrl: 'https://api-beijing.klingai.com', resultHosts },
  },
  timing: { reconcileAfterMs: 10_000, jobDeadlineMs: 86_400_000 },
  unit: 'units',
  models: klingModels,
  families: klingFamilies,
  carriage,
  writes,
  accepts,
  build,
  readAcceptance: ({ body }) => idIn(objectIn(dataIn(body))?.['id']),
  errorIn,
  task,
  find,
  notice,
  probe: {
    request: { path: '/tasks?task_ids=0' },
    read: (response) => {
      // Any statement about the task proves that the login was accepted.
      const isAboutTask = errorIn(response.body)?.code?.startsWith('12') === true;
      const isReady = isAboutTask || tasksIn(response) !== undefined;
      return isReady ? { kind: 'ready', balance: null } : undefined;
    },
  },
});

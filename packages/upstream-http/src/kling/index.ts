import { ruleFor } from '../engine/prove-refusal.ts';
import { bearerKey, withoutOptions } from '../engine/provider-description.ts';
import { idIn, objectIn, textIn } from '../json/json-fields.ts';
import { accepts, build, writes } from './build-call.ts';
import { klingFamilies, klingModels } from './models.ts';
import { readRefusal, refusals } from './refusals.ts';
import { dataIn, find, naming, notice, readPoll, tasksIn } from './tasks.ts';

/** Hosts that served Kling's finished videos: its own, and the one it uses in China. */
const resultHosts = ['*.klingai.com', '*.kling.ai', '*.kechuangai.com'];

/** Kling: a key, and the model's name in the address. */
export const kling = withoutOptions({
  protocol: 'kling',
  displayName: 'Kling',
  // A key belongs to one endpoint.
  endpoints: {
    'kling-global': { baseUrl: 'https://api-singapore.klingai.com', resultHosts },
    'kling-cn': { baseUrl: 'https://api-beijing.klingai.com', resultHosts },
  },
  credential: bearerKey,
  // Kling states none of these: they are our values, and generous where too short a time would lose a video.
  timing: {
    minimumPollIntervalMs: 5_000,
    visibilityLagMs: 600_000,
    reconcileAfterMs: 10_000,
    sendTimeoutMs: 120_000,
    jobDeadlineMs: 86_400_000,
    probeEveryMs: 600_000,
  },
  handlesBelongTo: 'account',
  unit: 'units',
  charges: 'success',
  models: klingModels,
  families: klingFamilies,
  writes,
  accepts,
  build,
  readAcceptance: ({ body }) => idIn(objectIn(dataIn(body))?.['id']),
  readRefusal,
  refusals,
  poll: {
    request: (task) => ({ path: `/tasks?task_ids=${encodeURIComponent(textIn(task) ?? '')}` }),
    read: readPoll,
  },
  naming,
  find,
  notice,
  probe: {
    request: { path: '/tasks?task_ids=0' },
    read: (said) => {
      const code = readRefusal(said)?.code ?? null;
      const rule = ruleFor(refusals, { status: said.status, code });
      if (rule?.kind === 'login') return { kind: 'login-required' };
      // Any statement about the task proves that the login was accepted.
      if (tasksIn(said) !== undefined || code?.startsWith('12') === true)
        return { kind: 'ready', balance: null };
      return { kind: 'unreadable', detail: `the account check responded ${code ?? said.status}` };
    },
  },
});

import type {
  CredentialForm,
  JsonResponse,
  ProbeReading,
  ProviderDescription,
} from '../engine/provider-description.ts';
import { readRefusal } from './refusals.ts';

/** A private server may require no key. */
export const optionalKey: CredentialForm = {
  fields: [{ name: 'api_key', secret: true }],
  headers: (secret) => (secret === '' ? {} : { authorization: `Bearer ${secret}` }),
};

/** An account check that every server of OpenAI's APIs can answer, and that costs nothing. */
export const modelsProbe: NonNullable<ProviderDescription['probe']> = {
  request: { path: '/models' },
  read: readModels,
};

function readModels({ status, body }: JsonResponse): ProbeReading {
  if (status === 200) return { kind: 'ready', balance: null };
  const isRefused = readRefusal({ body }) !== undefined && (status === 401 || status === 403);
  if (isRefused) return { kind: 'login-required' };
  return { kind: 'unreadable', detail: `the list of models responded ${status}` };
}

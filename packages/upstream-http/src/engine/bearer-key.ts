import type { CredentialForm } from './provider-description.ts';

/** One API key, sent unchanged as bearer token. */
export const bearerKey: CredentialForm = {
  fields: [{ name: 'api_key', secret: true }],
  headers: (secret) => ({ authorization: `Bearer ${secret}` }),
};

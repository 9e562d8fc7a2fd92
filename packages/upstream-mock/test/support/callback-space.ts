import { type StartedMock, startMock, type TestSpace } from '@filmgate/upstream-mock';
import { openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** A space with a stopped clock, and a receiver of callbacks. */
export interface CallbackSpace {
  readonly mock: StartedMock;
  readonly space: TestSpace;
  readonly receiver: WebhookReceiver;
  readonly close: () => Promise<void>;
}

/** Header of a proxy in front of the mock that names a caller elsewhere. */
export const fromElsewhere = { 'x-forwarded-for': '203.0.113.7' };

export async function openCallbackSpace(
  callbackHosts: readonly string[] = [],
): Promise<CallbackSpace> {
  const mock = await startMock({ speed: 1, callbackHosts });
  const space = mock.space();
  await space.clock.mode('frozen');
  const receiver = await openWebhookReceiver();
  const close = async () => {
    await mock.close();
    await receiver.close();
  };
  return { mock, space, receiver, close };
}

/** Submits over the mock's own wire what waits for a second and runs for three. */
export async function submitForCallbacks(
  space: TestSpace,
  {
    url,
    tokens = '',
    id = 'one',
    more = {},
  }: { url: string; tokens?: string; id?: string; more?: Readonly<Record<string, string>> },
): Promise<Response> {
  const body = {
    ...{ correlation_id: id, model: 'any', media_type: 'video', duration: 1 },
    ...{ aspect_ratio: '16:9', resolution: '480p', width: 64, height: 64, audio: false },
    ...{ negative_prompt: null, references: [], callback_url: url },
    prompt: `a kite [[mock:queue=1s,run=3s${tokens}]]`,
  };
  const headers = { authorization: 'Bearer studio', 'content-type': 'application/json', ...more };
  const call = { method: 'POST', headers, body: JSON.stringify(body) };
  return await fetch(`${space.url}/v1/generations`, call);
}

import { type StartedMock, startMock, type TestSpace } from '@filmgate/upstream-mock';
import { openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** A space whose clock stands still, and one who is called back. */
export interface CallbackSpace {
  readonly mock: StartedMock;
  readonly space: TestSpace;
  readonly receiver: WebhookReceiver;
  readonly close: () => Promise<void>;
}

export async function openCallbackSpace(): Promise<CallbackSpace> {
  const mock = await startMock({ speed: 1 });
  const space = mock.space();
  await space.clock.mode('frozen');
  const receiver = await openWebhookReceiver();
  const close = async () => {
    await mock.close();
    await receiver.close();
  };
  return { mock, space, receiver, close };
}

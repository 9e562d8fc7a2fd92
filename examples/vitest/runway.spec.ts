import { mock } from '@filmgate/upstream-mock/vitest';
import RunwayML from '@runwayml/sdk';
import { expect } from 'vitest';

/** Runway has no list of tasks: a client whose response is lost can only stop, and report the task as unknown. */

const test = mock({ jobs: 1 });

test('@runwayml/sdk without retries pays once, and has no id', async ({ space }) => {
  const { textToVideo } = new RunwayML({ ...space.runway(), maxRetries: 0 });
  const wanted = { model: 'veo3.1', ratio: '1280:720', duration: 4 } as const;
  const task = textToVideo.create({ ...wanted, promptText: 'a kite [[mock:lost-response@1]]' });
  await expect(task).rejects.toThrow(RunwayML.APIConnectionError);
  // Without this line the test fails. The finding is about the wire, which has no way to look for the task.
  space.expectFindings('lost-film');
});

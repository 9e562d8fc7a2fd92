import type { AcceptCommand, Job } from '@filmgate/core';
import { type AdminTestApi, createAdminTestApi, type Send } from './admin-test-api.ts';

/** Creates an empty admin API and logs an administrator in. */
export async function loggedIn(): Promise<{ readonly api: AdminTestApi; readonly send: Send }> {
  const api = await createAdminTestApi();
  return { api, send: api.as(await api.login()) };
}

const draft: AcceptCommand['draft'] = {
  model: 'vm_std-2.0',
  family: 'vm_std-2.0',
  mediaType: 'video',
  prompt: '',
  negativePrompt: null,
  durationSeconds: 5,
  aspectRatio: '16:9',
  aspectSource: 'default',
  resolution: '1080p',
  generateAudio: true,
  references: [],
};

/** Accepts a job, and changes it as if time had passed. */
export async function makeJob(
  api: AdminTestApi,
  id: string,
  changes: Partial<Job> = {},
  prompt = `prompt of ${id}`,
): Promise<void> {
  await api.gateway.accept({
    owner: 'user:us_1',
    surface: 'tasks',
    jobId: id,
    idempotency: null,
    content: null,
    draft: { ...draft, prompt },
    warnings: [],
    whenAccountUnavailable: 'refuse',
  });
  api.gateway.change(id, changes);
}

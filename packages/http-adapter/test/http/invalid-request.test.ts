import type { AcceptResult } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createAdminTestApi } from '../doubles/admin-test-api.ts';
import { bodyOf } from '../doubles/body-of.ts';
import { errorOf } from '../doubles/error-of.ts';
import { createLocalTestApi } from '../doubles/local-test-api.ts';
import { createTestApi } from '../doubles/video-task-test-api.ts';
import { createWorkbenchTestApi } from '../doubles/workbench-test-api.ts';

const invalid: AcceptResult = {
  kind: 'invalid-request',
  param: 'images[0]',
  message: 'images[0] must be shorter.',
};

describe('a command the use-case refuses as invalid', () => {
  it.each([
    ['tasks', '/v1/videos', { prompt: 'x' }],
    ['native', '/api/v1/video-jobs', { plugin: 'std', prompt: 'x' }],
  ] as const)(
    '[accepted.answered] %s returns 400 with the field',
    async (surface, url, payload) => {
      const { app, alice, native, gateway } = await createTestApi();
      gateway.scriptAccept(invalid);
      const headers = {
        ...(surface === 'tasks' ? alice : native),
        'idempotency-key': '00000000-0000-0000-0000-000000000001',
      };
      const response = await app.inject({ method: 'POST', url, headers, payload });
      expect(errorOf(response)).toEqual([400, 'payload_invalid', 'images[0]']);
    },
  );

  it('[accepted.answered] local returns 400 with the field', async () => {
    const { app, service, gateway } = await createLocalTestApi();
    gateway.scriptAccept(invalid);
    const payload = {
      model: 'vidA-fast-4s-16x9-720p',
      messages: [{ role: 'user', content: 'a cat' }],
    };
    const response = await app.inject({
      method: 'POST',
      url: '/v1/chat/completions',
      headers: service,
      payload,
    });
    expect(errorOf(response)).toEqual([400, 'payload_invalid', 'images[0]']);
  });

  it('[accepted.answered] the workbench returns 422 with a sentence that names the field', async () => {
    const api = await createWorkbenchTestApi();
    api.gateway.scriptAccept(invalid);
    const response = await api.send('POST', '/local-video/jobs', {
      id: 'ui-00000000-0000-4000-8000-000000000001',
      model: 'vidA-fast-4s-16x9-720p',
      prompt: 'a cat',
    });
    expect([response.statusCode, response.json()]).toEqual([
      422,
      { detail: 'images[0] must be shorter.' },
    ]);
  });
});

describe('jobs that cannot be read', () => {
  it('[accepted.set-aside-told] are listed with the reason, and counted in the overview', async () => {
    const api = await createAdminTestApi();
    const send = api.as(await api.login());
    const noticedAt = Date.UTC(2026, 0, 2);
    for (let made = 0; made < 201; made += 1)
      api.unreadable.push({ id: `vt_${made}`, reason: 'request is not JSON', noticedAt });
    const response = await send('GET', '/api/v1/admin/unreadable-jobs');
    const entry = z.object({ id: z.string(), reason: z.string(), noticed_at: z.string() });
    const { data, total } = bodyOf(response, z.object({ data: z.array(entry), total: z.number() }));
    expect(data).toHaveLength(200);
    expect(total).toBe(201);
    expect(data[0]).toEqual({
      id: 'vt_0',
      reason: 'request is not JSON',
      noticed_at: '2026-01-02T00:00:00.000Z',
    });
    const overview = await send('GET', '/api/v1/admin/overview');
    const queue = z.object({ queue: z.object({ unreadable: z.number() }) });
    expect(bodyOf(overview, queue).queue.unreadable).toBe(201);
  });
});

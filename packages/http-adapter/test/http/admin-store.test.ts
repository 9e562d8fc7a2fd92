import { describe, expect, it } from 'vitest';
import { createAdminTestApi } from '../doubles/admin-test-api.ts';

const path = '/api/v1/admin/store';

describe('the store in the admin API', () => {
  it('[restore.told] is nothing while no change is missing', async () => {
    const api = await createAdminTestApi();
    const response = await api.as(await api.login())('GET', path);
    expect(response.json()).toEqual({ kind: 'sqlite', disk_full: false, loss: null });
  });

  it.each([
    [
      {
        kind: 'went-back' as const,
        noticedAt: Date.UTC(2026, 0, 2),
        missingChanges: 7,
        detail: 'It went back.',
      },
      {
        kind: 'went_back',
        noticed_at: '2026-01-02T00:00:00.000Z',
        missing_changes: 7,
        detail: 'It went back.',
      },
    ],
    [
      { kind: 'elsewhere' as const, noticedAt: 0, detail: 'The record cannot be read.' },
      {
        kind: 'elsewhere',
        noticed_at: null,
        missing_changes: null,
        detail: 'The record cannot be read.',
      },
    ],
  ])('[restore.told] is what is known of a loss, and no more: %j', async (lost, loss) => {
    const api = await createAdminTestApi();
    const cookie = await api.login();
    api.lost = lost;
    expect((await api.as(cookie)('GET', path)).json()).toEqual({
      kind: 'sqlite',
      disk_full: false,
      loss,
    });
  });

  it('[disk-full.told] reports a full disk while it is full', async () => {
    const api = await createAdminTestApi();
    api.isDiskFull = true;
    const response = await api.as(await api.login())('GET', path);
    expect(response.json()).toMatchObject({ disk_full: true });
  });
});

import { expect, it } from 'vitest';
import { toUser } from './shown-user.ts';

const usage = { used: 0, reserved: 0, held: 0, limit: null };
const former = {
  number: 1,
  id: 'u1',
  name: 'First',
  enabled: true,
  keyDigest: 'digest',
  keyHint: 'fg_…',
  createdAt: 1_000,
};

it('reads a user of a release without limits as unlimited', () => {
  expect(toUser(JSON.stringify(former), null, usage)).toMatchObject({
    id: 'u1',
    maxOpenJobs: null,
    maxRequestsPerMinute: null,
  });
});

it('shows the limits of a user that has some', () => {
  const limited = { ...former, maxOpenJobs: 0, maxRequestsPerMinute: 60 };
  expect(toUser(JSON.stringify(limited), null, usage)).toMatchObject({
    maxOpenJobs: 0,
    maxRequestsPerMinute: 60,
  });
});

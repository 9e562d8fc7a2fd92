import type { StorageBundle } from '@filmgate/core';
import { createJobFactory } from '../job/job-factory.ts';
import { query } from '../job-reader/listing.ts';

/** One valid call of each asynchronous method of a bundle but `close`, by name. */
export function everyMethod(bundle: StorageBundle): {
  readonly [name: string]: () => Promise<unknown>;
} {
  const { jobs, reader, accounts, apiUsers, adminAccess, assets, values } = bundle;
  const job = createJobFactory(99).newJob();
  const now = job.createdAt;
  const claim = { job, epoch: 1, holder: 'runner', leaseUntil: now };
  const commit = { claim, from: job, next: job, effects: [], lease: 'release', now } as const;
  const mark = { ...commit, correlationId: 'c', requestDigest: 'd', sendDeadlineAt: now };
  const session = {
    idDigest: 's',
    username: 'admin',
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now,
  };
  const audit = {
    id: 'a',
    at: now,
    actor: 'a',
    action: 'a',
    target: 'a',
    before: null,
    after: null,
  };
  const user = { id: 'u', name: 'u', keyDigest: 'k', keyHint: 'k', totalLimit: null, now };
  const asset = {
    id: 'a',
    owner: 'o',
    kind: 'image',
    contentType: 'image/png',
    fileName: 'f',
    size: 1,
  } as const;
  return {
    ping: () => bundle.ping(),
    'jobs.acceptJob': () => jobs.acceptJob({ job, idempotency: null, queueLimit: 1, now }),
    'jobs.claimDue': () =>
      jobs.claimDue({
        lane: 'start',
        families: ['*'],
        limit: 1,
        holder: 'runner',
        leaseUntil: now,
        now,
      }),
    'jobs.commit': () => jobs.commit(commit),
    'jobs.markDispatch': () => jobs.markDispatch(mark),
    'jobs.recordReceipt': () =>
      jobs.recordReceipt({ jobId: job.id, correlationId: 'c', handle: '{}', now }),
    'jobs.renewLeases': () => jobs.renewLeases({ claims: [claim], leaseUntil: now, now }),
    'jobs.releaseClaim': () => jobs.releaseClaim({ claim, dueAt: now, now }),
    'jobs.removeFinished': () => jobs.removeFinished({ finishedBefore: now, limit: 1, now }),
    'reader.find': () => reader.find(job.id),
    'reader.findByKey': () => reader.findByKey({ scope: 's', key: 'k' }),
    'reader.list': () => reader.list(query({ limit: 1 })),
    'reader.trail': () => reader.trail(job.id),
    'reader.dispatches': () => reader.dispatches(job.id),
    'reader.depth': () => reader.depth(),
    'reader.nextDueAt': () => reader.nextDueAt(),
    'accounts.loads': () => accounts.loads(),
    'accounts.find': () => accounts.find('a'),
    'accounts.add': () =>
      accounts.add({ id: 'a', provider: 'mock', settings: { label: 'a' }, now }),
    'accounts.edit': () => accounts.edit({ id: 'a', settings: {}, now }),
    'accounts.remove': () => accounts.remove({ id: 'a', now }),
    'accounts.recordProbe': () =>
      accounts.recordProbe({ id: 'a', probe: { kind: 'unreadable' }, askedAt: now, now }),
    'accounts.sealedSecret': () => accounts.sealedSecret('a'),
    'apiUsers.create': () => apiUsers.create(user),
    'apiUsers.edit': () => apiUsers.edit({ id: 'u', now }),
    'apiUsers.rotate': () => apiUsers.rotate({ id: 'u', keyDigest: 'k', keyHint: 'k', now }),
    'apiUsers.authenticate': () => apiUsers.authenticate({ keyDigest: 'k', now }),
    'apiUsers.find': () => apiUsers.find('u'),
    'apiUsers.list': () => apiUsers.list({ after: null, limit: 1 }),
    'apiUsers.usage': () => apiUsers.usage('native'),
    'adminAccess.openSession': () => adminAccess.openSession(session),
    'adminAccess.visit': () => adminAccess.visit({ idDigest: 's', idleMs: 1, now }),
    'adminAccess.closeSession': () => adminAccess.closeSession('s'),
    'adminAccess.loginFailures': () => adminAccess.loginFailures({ subject: 's', since: 0 }),
    'adminAccess.recordLoginFailure': () => adminAccess.recordLoginFailure({ subject: 's', now }),
    'adminAccess.clearLoginFailures': () => adminAccess.clearLoginFailures('s'),
    'adminAccess.recordAudit': () => adminAccess.recordAudit(audit),
    'adminAccess.audit': () => adminAccess.audit({ before: null, limit: 1 }),
    'adminAccess.tidy': () => adminAccess.tidy({ now, idleMs: 1, failuresBefore: now }),
    'assets.add': () => assets.add({ ...asset, sha256: 'aa', createdAt: now }),
    'assets.find': () => assets.find('a'),
    'assets.neededDigests': () => assets.neededDigests(['aa']),
    'assets.removeOlderThan': () => assets.removeOlderThan({ createdBefore: now, limit: 1 }),
    'values.get': () => values.get('v'),
    'values.put': () => values.put('v', 'v'),
    'values.putIfAbsent': () => values.putIfAbsent('v', 'v'),
  };
}

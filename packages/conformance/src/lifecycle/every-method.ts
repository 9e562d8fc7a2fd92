import type { StorageBundle } from '@filmgate/core';
import { createJobFactory } from '../job/job-factory.ts';
import { newSample, sampleQuery } from '../operation-samples/samples.ts';
import { query } from '../job-reader/listing.ts';
import { requestLogQuery, countQuery } from '../request-logs/requests.ts';

type Calls = { readonly [name: string]: () => Promise<unknown> };

const job = createJobFactory(99).newJob();
const now = job.createdAt;
const claim = { job, epoch: 1, holder: 'runner', leaseUntil: now };

/** One valid call of each asynchronous method of a bundle except `close`, by name. */
export function everyMethod(bundle: StorageBundle): Calls {
  return {
    ping: () => bundle.ping(),
    ...ofJobs(bundle),
    ...ofReader(bundle),
    ...ofAccounts(bundle),
    ...ofApiUsers(bundle),
    ...ofAdminAccess(bundle),
    ...ofAssets(bundle),
    ...ofValues(bundle),
    ...ofRequestLogs(bundle),
    ...ofOperationSamples(bundle),
  };
}

function ofJobs({ jobs }: StorageBundle): Calls {
  const commit = { claim, from: job, next: job, effects: [], lease: 'release', now } as const;
  const dispatch = { ...commit, correlationId: 'c', requestDigest: 'd', sendDeadlineAt: now };
  const due = { lane: 'start', families: ['*'], limit: 1, leaseUntil: now, now } as const;
  const line = { at: now, what: 'result-removed', detail: {} };
  const response = { jobId: job.id, correlationId: 'c', now };
  const receipt = { ...response, accountId: null, endpoint: 'mock', handle: '{}' };
  return {
    'jobs.acceptJob': () => jobs.acceptJob({ job, idempotency: null, queueLimit: 1, now }),
    'jobs.claimDue': () => jobs.claimDue({ ...due, holder: 'runner' }),
    'jobs.commit': () => jobs.commit(commit),
    'jobs.recordDispatch': () => jobs.recordDispatch(dispatch),
    'jobs.recordReceipt': () => jobs.recordReceipt(receipt),
    'jobs.recordRefusal': () => jobs.recordRefusal({ ...response, refusal: '{}' }),
    'jobs.renewLeases': () => jobs.renewLeases({ claims: [claim], leaseUntil: now, now }),
    'jobs.releaseClaim': () => jobs.releaseClaim({ claim, dueAt: now, now }),
    'jobs.amend': () => jobs.amend({ from: job, next: job, trail: 'keep', entry: line }),
    'jobs.removeFinished': () => jobs.removeFinished({ finishedBefore: now, limit: 1, now }),
  };
}

function ofReader({ reader }: StorageBundle): Calls {
  return {
    'reader.find': () => reader.find(job.id),
    'reader.findByKey': () => reader.findByKey({ scope: 's', key: 'k' }),
    'reader.list': () => reader.list(query({ limit: 1 })),
    'reader.changedSince': () =>
      reader.changedSince({ owner: null, surface: null, at: 0, limit: 1 }),
    'reader.trail': () => reader.trail(job.id),
    'reader.dispatches': () => reader.dispatches(job.id),
    'reader.jobOfHandle': () => reader.jobOfHandle({ endpoint: 'mock', handle: '{}' }),
    'reader.depth': () => reader.depth(),
    'reader.admissionFacts': () => reader.admissionFacts('native'),
    'reader.nextDueAt': () => reader.nextDueAt(),
    'reader.unreadable': () => reader.unreadable(),
  };
}

function ofAccounts({ accounts }: StorageBundle): Calls {
  const add = { id: 'a', endpoint: 'mock', settings: { label: 'a' }, now };
  const probe = {
    id: 'a',
    probe: { kind: 'unreadable' },
    askedAt: now,
    movedCredits: 0,
    now,
  } as const;
  return {
    'accounts.loads': () => accounts.loads(),
    'accounts.find': () => accounts.find('a'),
    'accounts.add': () => accounts.add(add),
    'accounts.edit': () => accounts.edit({ id: 'a', settings: {}, now }),
    'accounts.remove': () => accounts.remove({ id: 'a', now }),
    'accounts.recordProbe': () => accounts.recordProbe(probe),
    'accounts.reseal': () => accounts.reseal({ id: 'a', expected: 'x', sealedSecret: 'y' }),
    'accounts.sealedSecret': () => accounts.sealedSecret('a'),
  };
}

function ofApiUsers({ apiUsers }: StorageBundle): Calls {
  const user = { id: 'u', name: 'u', keyDigest: 'k', keyHint: 'k', totalLimit: null, now };
  return {
    'apiUsers.create': () => apiUsers.create(user),
    'apiUsers.edit': () => apiUsers.edit({ id: 'u', now }),
    'apiUsers.rotate': () => apiUsers.rotate({ id: 'u', keyDigest: 'k', keyHint: 'k', now }),
    'apiUsers.authenticate': () => apiUsers.authenticate({ keyDigest: 'k', now }),
    'apiUsers.find': () => apiUsers.find('u'),
    'apiUsers.list': () => apiUsers.list({ after: null, limit: 1 }),
    'apiUsers.erase': () => apiUsers.erase({ id: 'u', keyDigest: 'x', now }),
    'apiUsers.noteErasure': () =>
      apiUsers.noteErasure({ id: 'u', completedAt: null, remaining: 1 }),
    'apiUsers.linkEpoch': () => apiUsers.linkEpoch('native'),
    'apiUsers.revokeLinks': () => apiUsers.revokeLinks({ owner: 'native' }),
    'apiUsers.usage': () => apiUsers.usage('native'),
  };
}

function ofAdminAccess({ adminAccess }: StorageBundle): Calls {
  const instants = { createdAt: now, lastSeenAt: now, expiresAt: now };
  const session = { idDigest: 's', username: 'admin', ...instants };
  const words = { actor: 'a', action: 'a', target: 'a', before: null, after: null };
  const tidy = { now, idleMs: 1, failuresBefore: now };
  return {
    'adminAccess.openSession': () => adminAccess.openSession(session),
    'adminAccess.visit': () => adminAccess.visit({ idDigest: 's', idleMs: 1, now }),
    'adminAccess.findSession': () => adminAccess.findSession({ idDigest: 's', idleMs: 1, now }),
    'adminAccess.listSessions': () => adminAccess.listSessions({ idleMs: 1, now, limit: 1 }),
    'adminAccess.closeSession': () => adminAccess.closeSession('s'),
    'adminAccess.loginFailures': () => adminAccess.loginFailures({ subject: 's', since: 0 }),
    'adminAccess.recordLoginFailure': () => adminAccess.recordLoginFailure({ subject: 's', now }),
    'adminAccess.clearLoginFailures': () => adminAccess.clearLoginFailures('s'),
    'adminAccess.recordAudit': () => adminAccess.recordAudit({ id: 'a', at: now, ...words }),
    'adminAccess.audit': () => adminAccess.audit({ before: null, limit: 1 }),
    'adminAccess.tidy': () => adminAccess.tidy(tidy),
  };
}

function ofAssets({ assets }: StorageBundle): Calls {
  const file = { contentType: 'image/png', fileName: 'f', size: 1, sha256: 'aa' };
  const asset = { id: 'a', owner: 'o', kind: 'image', createdAt: now, ...file } as const;
  return {
    'assets.add': () => assets.add(asset),
    'assets.find': () => assets.find('a'),
    'assets.neededDigests': () => assets.neededDigests(['aa']),
    'assets.removeOwned': () => assets.removeOwned({ owner: 'o', limit: 1 }),
    'assets.hold': () => assets.hold({ owner: 'o', bytes: [], allowance: 1, now }),
    'assets.heldBytes': () => assets.heldBytes('o'),
    'assets.holding': () => assets.holding({ owner: 'o', sha256: 'aa' }),
    'assets.releaseHoldings': () => assets.releaseHoldings({ heldBefore: now, limit: 1 }),
    'assets.removeOlderThan': () => assets.removeOlderThan({ createdBefore: now, limit: 1 }),
  };
}

const nothingYet = { name: 'v', value: undefined };

function ofValues({ values }: StorageBundle): Calls {
  return {
    'values.get': () => values.get('v'),
    'values.put': () => values.put('v', 'v'),
    'values.putAll': () => values.putAll(new Map([['v', 'v']])),
    'values.putAllIf': () => values.putAllIf({ values: new Map(), expected: nothingYet }),
    'values.putIfAbsent': () => values.putIfAbsent('v', 'v'),
  };
}

function ofRequestLogs({ requestLogs }: StorageBundle): Calls {
  return {
    'requestLogs.list': () => requestLogs.list(requestLogQuery()),
    'requestLogs.countOverTime': () => requestLogs.countOverTime(countQuery()),
    'requestLogs.erasePrompts': () => requestLogs.erasePrompts({ caller: 'user:u', limit: 1 }),
    'requestLogs.removeBefore': () => requestLogs.removeBefore({ before: now, limit: 1 }),
    'requestLogs.bytes': () => requestLogs.bytes(),
    'requestLogs.removeBeyond': () => requestLogs.removeBeyond({ bytes: 2 ** 40, limit: 1 }),
  };
}

function ofOperationSamples({ operationSamples }: StorageBundle): Calls {
  return {
    'operationSamples.record': () => operationSamples.record(newSample(0)),
    'operationSamples.list': () => operationSamples.list(sampleQuery()),
    'operationSamples.removeBefore': () => operationSamples.removeBefore({ before: now, limit: 1 }),
  };
}

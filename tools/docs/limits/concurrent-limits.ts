import { type Limit, LimitSource, SettingDefault } from './limit-source.ts';

const core = 'packages/core/src';
const http = 'packages/http-adapter/src';

const acceptance = new LimitSource(`${core}/use-cases/accept-job.ts`);
const allowance = new LimitSource(`${http}/mechanics/allowance.ts`);
const assetBytes = new SettingDefault('FILMGATE_ASSET_ALLOWANCE_BYTES');
const bodyBytes = new SettingDefault('FILMGATE_MAX_BODY_MIB');
const bodyBytesOfCaller = new SettingDefault('FILMGATE_MAX_BODY_MIB_PER_CALLER');
const connections = new SettingDefault('FILMGATE_MAX_CONNECTIONS');
const downloadAudit = new LimitSource(`${http}/admin-api/download-audit.ts`);
const failedLogins = new LimitSource(`${http}/admin-api/audit.ts`);
const freeSpace = new SettingDefault('FILMGATE_FREE_SPACE_MIN_BYTES');
const liveEvents = new LimitSource(`${http}/mechanics/live-events-settings.ts`);
const liveMessages = new LimitSource(`${http}/mechanics/live-events-route.ts`);
const loginBudgets = new LimitSource(`${http}/admin-api/deps.ts`);
const logins = new LimitSource(`${http}/admin-api/login-throttle.ts`);
const logSize = new SettingDefault('FILMGATE_REQUEST_LOG_MAX_MB');
const openFiles = new SettingDefault('FILMGATE_MAX_OPEN_FILES');
const openFilesOfCaller = new SettingDefault('FILMGATE_MAX_OPEN_FILES_PER_CALLER');
const openRequests = new SettingDefault('FILMGATE_MAX_OPEN_REQUESTS');
const openRequestsOfCaller = new SettingDefault('FILMGATE_MAX_OPEN_REQUESTS_PER_CALLER');
const pace = new LimitSource(`${http}/mechanics/transfer-pace.ts`);
const passwords = new LimitSource('packages/runtime-node/src/credentials/password-hash.ts');
const processLog = new LimitSource('packages/server/src/log/request-lines.ts');
const queue = new SettingDefault('FILMGATE_QUEUE_LIMIT');
const queueShare = new SettingDefault('FILMGATE_QUEUE_OWNER_SHARE_PERCENT');
const references = new LimitSource(`${core}/use-cases/reference-places.ts`);
const requestLog = new LimitSource(`${core}/request-log/request-gatherer.ts`);
const requestRate = new LimitSource(`${core}/quota/request-count.ts`);
const restoring = new LimitSource(`${core}/use-cases/restore-result.ts`);
const shares = new LimitSource(`${http}/mechanics/caller-shares.ts`);
const unknownConnections = new SettingDefault('FILMGATE_MAX_UNKNOWN_CONNECTIONS_PER_ADDRESS');
const wrongKeys = new LimitSource(`${http}/mechanics/failed-credentials.ts`);

/** Limits of what callers have open at the same time. */
export const openLimits: readonly Limit[] = [
  {
    limit: 'Connections of a listener',
    value: connections.number,
    setBy: connections.setting,
    exceeded: 'closed',
    source: connections,
  },
  {
    limit: 'Connections of an address block without an accepted credential',
    value: unknownConnections.number,
    setBy: unknownConnections.setting,
    exceeded: 'closed',
    source: unknownConnections,
  },
  {
    limit: 'Pipelined requests of a connection',
    value: allowance.count('mostPipelined'),
    exceeded: 'closed',
    source: allowance,
  },
  {
    limit: 'Open requests',
    value: openRequests.number,
    setBy: openRequests.setting,
    exceeded: '503 `overloaded`',
    source: openRequests,
  },
  {
    limit: 'Open requests of a caller',
    value: openRequestsOfCaller.number,
    setBy: openRequestsOfCaller.setting,
    exceeded: '429 `too_many_requests`',
    source: openRequestsOfCaller,
  },
  {
    limit: `Received bytes of bodies, after the first ${shares.bytes('shortBodyBytes')} of each`,
    value: bodyBytes.mebibytes,
    setBy: bodyBytes.setting,
    exceeded: '503 `overloaded`',
    source: bodyBytes,
  },
  {
    limit: 'The same bytes of a caller',
    value: bodyBytesOfCaller.mebibytes,
    setBy: bodyBytesOfCaller.setting,
    exceeded: '429 `too_many_requests`',
    source: bodyBytesOfCaller,
  },
  {
    limit: 'Requests and bytes of all callers without a credential; of one address block',
    value: `1/${shares.count('unknownShare.inAll')} of the above; 1/${shares.count('unknownShare.each')}`,
    exceeded: '503; 429',
    source: shares,
  },
  {
    limit: 'Open downloads',
    value: openFiles.number,
    setBy: openFiles.setting,
    exceeded: '503 `overloaded`',
    source: openFiles,
  },
  {
    limit: 'Open downloads of a caller',
    value: openFilesOfCaller.number,
    setBy: openFilesOfCaller.setting,
    exceeded: '429 `too_many_requests`',
    source: openFilesOfCaller,
  },
  {
    limit: 'Open downloads by signed links',
    value: `all but 1/${shares.count('keptForCredentials')}`,
    exceeded: '503',
    source: shares,
  },
  {
    limit: 'Rate below which a transfer is closed when others need its share',
    value: `${pace.bytes('defaultPace.yieldsBelowBytesPerSecond')}/s`,
    exceeded: '429 or 503; a download is closed',
    source: pace,
  },
  {
    limit: 'WebSockets of a caller',
    value: liveEvents.count('defaultLiveEventsSettings.mostConnections'),
    exceeded: '429 `too_many_requests`',
    source: liveEvents,
  },
  {
    limit: 'Message that a WebSocket client sends',
    value: liveMessages.bytes('mostInboundBytes'),
    exceeded: 'close code 1009',
    source: liveMessages,
  },
  {
    limit: 'Lost results being fetched again',
    value: `${restoring.count('filesAtOnce')}; the same one again after ${restoring.time('askAgainMs')}`,
    exceeded: '503 `result_restoring`',
    source: restoring,
  },
];

/** Limits of credentials and of guessing them. */
export const credentialLimits: readonly Limit[] = [
  {
    limit: 'Requests of an API user in a minute',
    value: `none; a request counts for up to ${requestRate.count('requestSlots')} × ${requestRate.time('requestSlotMs')}`,
    setBy: '`max_requests_per_minute`',
    exceeded: '429 `rate_limited`',
    source: requestRate,
  },
  {
    limit: 'Wrong keys of an address block; of an IPv6 /48',
    value: `${wrongKeys.count('mostOfCaller')}; ${wrongKeys.count('mostOfSite')} in ${wrongKeys.time('windowMs')}`,
    exceeded: '429 `credentials_throttled`; right keys pass',
    source: wrongKeys,
  },
  {
    limit: 'Failed logins of a name and address block; of a block; of an IPv6 /48',
    value: `${['loginFailures', 'loginFailuresOfCaller', 'loginFailuresOfSite']
      .map((name) => loginBudgets.count(`defaultAdminApiSettings.${name}`))
      .join('; ')} in ${loginBudgets.time('defaultAdminApiSettings.loginWindowMs')}`,
    exceeded: '429',
    source: loginBudgets,
  },
  {
    limit: 'Logins being checked; of an address block',
    value: `${logins.count('mostInHand')}; ${logins.count('mostInHandOfCaller')}`,
    exceeded: '503 `login-busy`',
    source: logins,
  },
  {
    limit: 'Password hashes at a time',
    value: '1',
    exceeded: 'wait',
    source: passwords,
  },
];

/** Limits of jobs, files and logs. */
export const workLimits: readonly Limit[] = [
  {
    limit: 'Waiting jobs',
    value: `${queue.number}; twice as many with owners below their share`,
    setBy: queue.setting,
    exceeded: '503',
    source: queue,
  },
  {
    limit: 'Waiting jobs of an owner when the queue is full',
    value: `${queueShare.number} % of the queue limit`,
    setBy: queueShare.setting,
    exceeded: '429 `queue_share_exhausted`',
    source: queueShare,
  },
  {
    limit: 'Open jobs of an API user',
    value: 'none',
    setBy: '`max_open_jobs`',
    exceeded: '429 `open_jobs_limit_reached`',
    source: acceptance,
  },
  {
    limit: 'Requests whose references are being fetched, of an owner; in all',
    value: `${references.count('defaultReferencePlaces.ofOwner')}; ${references.count('defaultReferencePlaces.inAll')}`,
    exceeded: 'wait',
    source: references,
  },
  {
    limit: 'Requests that wait for this, of an owner; in all',
    value: `${references.count('defaultReferencePlaces.waitingOfOwner')}; ${references.count('defaultReferencePlaces.waitingInAll')}`,
    exceeded: '429 `references_limit_reached`; 503',
    source: references,
  },
  {
    limit: 'Stored uploads and references of an owner',
    value: assetBytes.size,
    setBy: assetBytes.setting,
    exceeded: '429 `storage_allowance_exhausted`',
    source: assetBytes,
  },
  {
    limit: 'Disk space kept free for results',
    value: freeSpace.size,
    setBy: freeSpace.setting,
    exceeded: '503 for uploads and references',
    source: freeSpace,
  },
  {
    limit: 'Request log',
    value: logSize.mebibytes,
    setBy: logSize.setting,
    exceeded: 'the oldest rows are removed',
    source: logSize,
  },
  {
    limit: 'Request log rows of refused requests in a minute, of a caller; of all',
    value: `${requestLog.count('defaultGatheringBounds.refusals.each')}; ${requestLog.count('defaultGatheringBounds.refusals.inAll')} with a credential and as many without`,
    exceeded: 'counted in shared rows',
    source: requestLog,
  },
  {
    limit: 'Process log lines of refused requests in a minute, of an address block; of all',
    value: `${processLog.count('bounds.each')}; ${processLog.count('bounds.inAll')}`,
    exceeded: 'counted in one line',
    source: processLog,
  },
  {
    limit: 'Audit entries of failed logins',
    value: `the 1st, 10th, 100th … of a block, for ${failedLogins.count('mostBlocks')} blocks`,
    exceeded: 'other blocks share entries',
    source: failedLogins,
  },
  {
    limit: 'Audit entries of a job’s file',
    value: `one for a session and job in ${downloadAudit.time('togetherMs')}, among the last ${downloadAudit.count('mostRemembered')} of a node`,
    exceeded: 'a further entry',
    source: downloadAudit,
  },
];

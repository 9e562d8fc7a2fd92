import { type Limit, LimitSource, SettingDefault } from './limit-source.ts';

const core = 'packages/core/src';
const http = 'packages/http-adapter/src';

const acceptance = new LimitSource(`${core}/use-cases/accept-job.ts`);
const assetBytes = new SettingDefault('FILMGATE_ASSET_ALLOWANCE_BYTES');
const downloadAudit = new LimitSource(`${http}/admin-api/download-audit.ts`);
const failedLogins = new LimitSource(`${http}/admin-api/audit.ts`);
const freeSpace = new SettingDefault('FILMGATE_FREE_SPACE_MIN_BYTES');
const logSize = new SettingDefault('FILMGATE_REQUEST_LOG_MAX_MB');
const processLog = new LimitSource('packages/server/src/log/request-lines.ts');
const queue = new SettingDefault('FILMGATE_QUEUE_LIMIT');
const queueShare = new SettingDefault('FILMGATE_QUEUE_OWNER_SHARE_PERCENT');
const references = new LimitSource(`${core}/use-cases/reference-places.ts`);
const requestLog = new LimitSource(`${core}/request-log/request-gatherer.ts`);

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

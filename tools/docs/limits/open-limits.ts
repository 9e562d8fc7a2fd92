import { type Limit, LimitSource, SettingDefault } from './limit-source.ts';

const core = 'packages/core/src';
const http = 'packages/http-adapter/src';

const allowance = new LimitSource(`${http}/mechanics/allowance.ts`);
const bodyBytes = new SettingDefault('FILMGATE_MAX_BODY_MIB');
const bodyBytesOfCaller = new SettingDefault('FILMGATE_MAX_BODY_MIB_PER_CALLER');
const connections = new SettingDefault('FILMGATE_MAX_CONNECTIONS');
const liveEvents = new LimitSource(`${http}/mechanics/live-events-settings.ts`);
const liveMessages = new LimitSource(`${http}/mechanics/live-events-route.ts`);
const openFiles = new SettingDefault('FILMGATE_MAX_OPEN_FILES');
const openFilesOfCaller = new SettingDefault('FILMGATE_MAX_OPEN_FILES_PER_CALLER');
const openRequests = new SettingDefault('FILMGATE_MAX_OPEN_REQUESTS');
const openRequestsOfCaller = new SettingDefault('FILMGATE_MAX_OPEN_REQUESTS_PER_CALLER');
const pace = new LimitSource(`${http}/mechanics/transfer-pace.ts`);
const restoring = new LimitSource(`${core}/use-cases/restore-result.ts`);
const shares = new LimitSource(`${http}/mechanics/caller-shares.ts`);
const unknownConnections = new SettingDefault('FILMGATE_MAX_UNKNOWN_CONNECTIONS_PER_ADDRESS');

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

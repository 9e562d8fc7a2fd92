import type { Requirement } from './requirement.ts';

/** Live events of both surfaces. */
export const liveEventsRequirements: readonly Requirement[] = [
  {
    id: 'live-events.push',
    source: 'docs/live-events',
    text: 'GET /v1/videos/events (API user) and GET /local-video/events (session) are WebSockets that push each change of a job, once it is saved, in the form the surface reads it in; what looks as it did before is not pushed.',
  },
  {
    id: 'live-events.own-only',
    source: 'docs/live-events, decisions §1',
    text: 'A connection is told of jobs of its own owner and surface only.',
  },
  {
    id: 'live-events.resume',
    source: 'docs/live-events',
    text: 'Given the id of the last event, as last_event_id or Last-Event-ID, a connection is first told what changed since, at least once and without a gap, then `ready`, then what comes. What is no event id is 400.',
  },
  {
    id: 'live-events.resync',
    source: 'docs/live-events',
    text: 'Where too much changed since the event given, the first message is `resync`: list again; from there on changes are pushed.',
  },
  {
    id: 'live-events.revoked',
    source: 'docs/live-events',
    text: 'A key that is rotated or disabled and a session that ends close their connections with 4401: nothing that happens later is told, and where nothing happens they end within seconds.',
  },
  {
    id: 'live-events.slow',
    source: 'docs/live-events',
    text: 'For a peer that reads slowly the last change of each job is kept; one too slow for that is closed with 1013, and nothing is lost to who resumes.',
  },
  {
    id: 'live-events.heartbeat',
    source: 'docs/live-events',
    text: 'Connections are pinged; a peer that does not answer is dropped.',
  },
  {
    id: 'live-events.inbound',
    source: 'docs/live-events',
    text: 'Messages of callers are ignored; a large one closes with 1009, many with 1008.',
  },
  {
    id: 'live-events.closing',
    source: 'docs/live-events',
    text: 'A server that stops closes with 1001 and waits for no peer; one that cannot reach its store closes with 1011.',
  },
  {
    id: 'live-events.refusals',
    source: 'docs/live-events, decisions §3 Errors, §5 Login',
    text: 'A refused upgrade is answered in the surface’s own error shape: 401 without a credential, 403 to pages of other sites, 400 to a malformed handshake, 426 to an ordinary request. Upgrades of other paths, and to other protocols, are answered as ordinary requests.',
  },
  {
    id: 'live-events.mounted',
    source: 'docs/live-events',
    text: 'Live events work below a prefix of a host, more than once, and leave the host’s own upgrades alone.',
  },
  {
    id: 'live-events.cheap',
    source: 'docs/live-events',
    text: 'One subscription serves all connections of a surface; with none open there is no subscription and no timer.',
  },
];

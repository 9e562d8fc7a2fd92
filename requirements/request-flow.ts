import type { Requirement } from './requirement.ts';

/** What one caller may cost in time, bytes and connections, and that a stalled process calls no answer lost. */
export const requestFlowRequirements: readonly Requirement[] = [
  {
    id: 'flow.stall.answer-kept',
    source: 'architecture §Submission protocol',
    text: 'A submission answered while the process stood still for twice the send timeout is accepted: a timer that fires late gives the call the time it lost.',
  },
  {
    id: 'flow.stall.bounded',
    source: 'architecture §Submission protocol',
    text: 'A call that is never answered is given up after a stall too, at the latest when its timer was late ten times in a row.',
  },
  {
    id: 'flow.stall.lease-renewed',
    source: 'architecture §Submission protocol',
    text: 'A runner that stood still renews the leases of what it has in hand before it claims anything.',
  },
  {
    id: 'flow.body.stall-408',
    source: 'docs/settings, What callers may cost at once',
    text: 'A request of whose body no byte comes for 60 seconds is answered 408 in the shape of its surface and its connection is closed; where the answer came before, the connection alone.',
  },
  {
    id: 'flow.body.floor-408',
    source: 'docs/settings, What callers may cost at once',
    text: 'A body must come with 1024 bytes per second on average, its first minute not counted; a slower one is answered 408, a faster one may take as long as it likes.',
  },
  {
    id: 'flow.body.time-ours',
    source: 'docs/settings, What callers may cost at once',
    text: 'Time in which the process stood still, or bytes waited for us to take them, is not counted against the sender of a body.',
  },
  {
    id: 'flow.body.then-no-limit',
    source: 'docs/settings, What callers may cost at once',
    text: 'Once a body is complete, no time limit of the request counts: an answer may take 1800 seconds.',
  },
  {
    id: 'flow.bytes.bounded',
    source: 'docs/settings, What callers may cost at once',
    text: 'The bytes of request bodies held at once are bounded for one caller, answered 429, and in all, answered 503, both with Retry-After; announced bytes count before the first is read, others as they come.',
  },
  {
    id: 'flow.bytes.let-go',
    source: 'docs/settings, What callers may cost at once',
    text: 'A call that waits for its generation holds no share of the bytes of bodies meanwhile.',
  },
  {
    id: 'flow.refusal.before-body',
    source: 'docs/settings, What callers may cost at once',
    text: 'A request beyond a share, or with a bad credential, is refused before a byte of its body is read.',
  },
  {
    id: 'flow.unknown.share',
    source: 'docs/settings, What callers may cost at once',
    text: 'All callers without a credential may have a quarter of the requests and bytes, one block of addresses a sixteenth.',
  },
  {
    id: 'flow.requests.bounded',
    source: 'docs/settings, What callers may cost at once',
    text: 'The open requests of one caller are bounded, answered 429, and those of all, answered 503.',
  },
  {
    id: 'flow.files.bounded',
    source: 'docs/settings, What callers may cost at once',
    text: 'The downloads one caller has open are bounded, answered 429, and those of all, answered 503.',
  },
  {
    id: 'flow.pipelining.in-turn',
    source: 'docs/settings, What callers may cost at once',
    text: 'Requests sent ahead on one connection are taken up one after the other: none opens a file or takes a buffer before the answers before it are over.',
  },
  {
    id: 'flow.pipelining.depth',
    source: 'docs/settings, What callers may cost at once',
    text: 'A connection that sends more than 100 requests ahead is closed.',
  },
  {
    id: 'flow.connections.bounded',
    source: 'docs/settings, What callers may cost at once',
    text: 'The connections of one listener are bounded, and so are those of one block of addresses over which no credential was accepted yet; loopback addresses and trusted proxies have no limit of their own.',
  },
];

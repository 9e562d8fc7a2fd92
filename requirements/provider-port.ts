import type { Requirement } from './requirement.ts';

const port = 'ARCHITECTURE, Ports';

/** The way a job takes to a provider and back: routes, choice, search, evidence. */
export const portRequirements: readonly Requirement[] = [
  {
    id: 'providers.port.handle-owner',
    source: port,
    text: 'Every store tells which job has a handle in its place, however its JSON is written, until that job is removed.',
  },
  {
    id: 'providers.port.send-window',
    source: port,
    text: 'A search for a lost submission is told the instants between which its bytes can have left: from its mark to the end of the right to send, whenever the outcome was called unknown.',
  },
  {
    id: 'providers.port.owned',
    source: port,
    text: 'A search is told of each candidate whether another job has it.',
  },
  {
    id: 'providers.port.unanswered',
    source: port,
    text: 'A search is told of the other submissions at its place that have no answer: under way, unknown, or ended by a person who ruled.',
  },
  {
    id: 'providers.port.ambiguous',
    source: port,
    text: 'A submission that could be several pieces of work is left to a person, with their number in its trail; its money is held, it is never sent again, and it is looked at again.',
  },
  {
    id: 'providers.port.not-prepared',
    source: port,
    text: 'A job whose client throws while it prepares waits for an operator with the reason in its trail, and costs the runner nothing meanwhile.',
  },
  {
    id: 'providers.port.staged',
    source: port,
    text: 'Where what a submission refers to cannot be brought to a place, nothing was sent: the job goes on as after a proven refusal, three tries in all, and then ends with the reason and its money back.',
  },
  {
    id: 'providers.port.eligible',
    source: port,
    text: 'An account may make what its families allow, a route of its place leads to, and its place accepts; choice, admission, capacity, explanations and pinning go by this one rule.',
  },
  {
    id: 'providers.port.not-supported',
    source: port,
    text: 'What no route of an account can make is said with the field and the reason: in the trail, and where a person asks why a job waits.',
  },
  {
    id: 'providers.port.limits',
    source: port,
    text: 'The limits of a route narrow its family by duration, aspect, resolution, sound and references.',
  },
  {
    id: 'providers.port.rehearsal',
    source: port,
    text: 'A family with a route to any other place is never made by the mock, whatever its accounts claim.',
  },
  {
    id: 'providers.port.rank',
    source: port,
    text: 'Routes of rank 1 are tried before those of rank 2; within a rank the least busy account comes first.',
  },
  {
    id: 'providers.port.model',
    source: port,
    text: 'What is sent has the model of the route, in the provider’s own words, whatever the caller calls it.',
  },
  {
    id: 'providers.port.route-kept',
    source: port,
    text: 'A job keeps the place and the provider model it was chosen for, and the pixels its film has there; the trail names them, and a film of those pixels is not warned about.',
  },
  {
    id: 'providers.port.as-made',
    source: port,
    text: 'Where only the finished film shows its pixels, as when a frame gives it its shape, any are right: it is not warned about.',
  },
  {
    id: 'providers.port.next-route',
    source: port,
    text: 'A proven refusal of an account, a model or a whole place lets a job go on by the next route at once, three tries in all; an unknown outcome goes nowhere else.',
  },
  {
    id: 'providers.port.denied',
    source: port,
    text: 'Work a place denies within the lag it states is not visible yet; after that the outcome is unknown, it is asked about for an hour, and then left to a person.',
  },
  {
    id: 'providers.port.doubt',
    source: port,
    text: 'Three submissions in a row whose answer was lost at a place, with no proven answer between them, open its circuit in every store; a look at an account that is answered closes it, one that is not keeps it open, and the next lost answer opens it again.',
  },
  {
    id: 'providers.port.outage',
    source: port,
    text: 'Ten minutes of a place that loses answers leave at most three unknown jobs and those that were under way; ten minutes of refused connections leave none; all other work is done afterwards.',
  },
  {
    id: 'providers.port.accepts',
    source: port,
    text: 'What a place accepts is a pure and total judgement of any request: it never throws, names the field it cannot take, and what it accepts can be prepared.',
  },
  {
    id: 'providers.port.tested',
    source: port,
    text: 'An exhausted account whose balance nobody tells takes work again after an operator’s test that succeeds, in every store.',
  },
  {
    id: 'providers.port.own-times',
    source: port,
    text: 'A place may have its own time for an answer, for a job and between two looks at an account; otherwise those of the gateway hold.',
  },
];

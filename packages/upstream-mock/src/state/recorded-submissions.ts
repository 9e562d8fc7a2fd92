import { ownWire } from '../job/mock-job.ts';
import type { Submissions } from './provider-state.ts';
import type { RecordedFacts } from './recorded-facts.ts';
import { ownNaming, type SubmissionIntake } from './submission-intake.ts';

export function createSubmissions(facts: RecordedFacts, intake: SubmissionIntake): Submissions {
  const { clock, state } = facts;
  const { requestHistory } = state;
  return {
    submit: (account, sent, naming = ownNaming) => intake.submit(account, sent, naming),
    accept: (job) => {
      const { key } = requestHistory.factsOf(job.account, job, null);
      facts.record({ fact: 'accepted', job, key, attempt: requestHistory.nextAttempt(key) });
    },
    noteRepeat: (account, sent, job) => intake.noteRepeat(account, sent, job),
    mayRepeat: (account, sent) => intake.mayRepeat(account, sent),
    markAnswered: (id) => {
      if (state.job(id) !== undefined) facts.record({ fact: 'answered', id });
    },
    find: (id) => (state.erased.has(id) ? undefined : state.job(id)),
    findSubmission: (account, correlationId, wire = ownWire) => {
      requestHistory.exchanges.asks('search');
      return state.submissionsOf({ account, correlationId, wire });
    },
    jobs: (of) =>
      of === undefined ? requestHistory.accepted.map(({ job }) => job) : state.jobsOf(of),
    erase: (id) => {
      if (state.job(id) === undefined) return;
      requestHistory.exchanges.asks('cancel', id);
      facts.record({ fact: 'erased', id });
    },
    cancel: (id) => {
      const job = state.job(id);
      requestHistory.exchanges.asks('cancel', job?.id);
      const at = clock.now();
      if (job !== undefined && at < job.endsAt) facts.record({ fact: 'canceled', id, at });
    },
  };
}

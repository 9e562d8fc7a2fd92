import type { SubmissionRules } from '../faults/submission-rules.ts';
import { requireAdvance } from '../job/mock-clock.ts';
import type { SpaceControl } from './provider-state.ts';
import type { RecordedFacts } from './recorded-facts.ts';

export function createSpaceControl(facts: RecordedFacts, rules: SubmissionRules): SpaceControl {
  return {
    advanceClock: (ms) => {
      requireAdvance(facts.clock, ms);
      facts.record({ fact: 'advanced', ms });
    },
    setClock: (setting) => facts.record({ fact: 'clock', setting }),
    reset: ({ rules: keepsRules = false, ...keep } = {}) => {
      facts.replace([...facts.state.keptFacts({ clock: false, accounts: false, ...keep })]);
      rules.restart();
      if (!keepsRules) rules.clear();
    },
    endCallback: ({ job: id, event }, isTaken) =>
      facts.record({ fact: 'called-back', id, event, isTaken }),
    flushed: () => facts.flushed(),
  };
}

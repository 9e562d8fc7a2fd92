import type { JobState } from '@filmgate/core';
import { type BadgeTone, ToneBadge } from '../../shell/tone-badge.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { jobWords } from './job-words.ts';

const tones: { readonly [S in JobState]: BadgeTone } = {
  queued: 'quiet',
  awaiting_configuration: 'unsure',
  prepared: 'busy',
  dispatching: 'busy',
  submitted: 'busy',
  polling: 'busy',
  storing: 'busy',
  completed: 'good',
  failed: 'bad',
  outcome_unknown: 'unsure',
};

/** The state of a job in the core's own words. */
export function JobStateBadge({ state }: { readonly state: JobState }) {
  const { t } = useTexts(jobWords);
  return <ToneBadge tone={tones[state]}>{t(`state.${state}`)}</ToneBadge>;
}

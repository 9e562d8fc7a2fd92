import type { JobState } from '@filmgate/core';
import { useTranslation } from 'react-i18next';
import { type BadgeTone, ToneBadge } from '../../shell/tone-badge.tsx';
import { jobWordsTexts } from '../../texts/job-words.ts';

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

/** State of a job in the terms of the jobs API. */
export function JobStateBadge({ state }: { readonly state: JobState }) {
  const { t } = useTranslation(jobWordsTexts);
  return <ToneBadge tone={tones[state]}>{t(`state.${state}`)}</ToneBadge>;
}

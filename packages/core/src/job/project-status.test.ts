import { describe, expect, it } from 'vitest';
import { isFinal, type JobState, jobStates } from './job-state.ts';
import {
  compatibleStatuses,
  nativeStatuses,
  projectCompatibleStatus,
  projectNativeStatus,
  projectWorkbenchStatus,
  workbenchStatuses,
} from './project-status.ts';

const table = [
  ['queued', 'authenticating', 'in_progress', 'queued'],
  ['awaiting_configuration', 'authenticating', 'in_progress', 'configuration_required'],
  ['prepared', 'prepared', 'in_progress', 'processing'],
  ['dispatching', 'prepared', 'in_progress', 'processing'],
  ['submitted', 'submitted', 'in_progress', 'processing'],
  ['polling', 'polling', 'in_progress', 'processing'],
  ['storing', 'polling', 'in_progress', 'processing'],
  ['completed', 'completed', 'completed', 'completed'],
  ['failed', 'failed', 'failed', 'failed'],
  ['outcome_unknown', 'outcome_unknown', 'in_progress', 'processing'],
] as const;

function wordsFor(state: JobState): readonly string[] {
  return [
    projectWorkbenchStatus(state),
    projectCompatibleStatus(state),
    projectNativeStatus(state),
  ];
}

describe('the three projections of a job state', () => {
  it.each(table)('[jobs.projection] calls %s %s, %s and %s', (state, ...words) => {
    expect(wordsFor(state)).toEqual(words);
  });

  it('[jobs.projection] are total, use only the words of their surface, and use all of them', () => {
    expect(table.map(([state]) => state)).toEqual(jobStates);
    expect(new Set(jobStates.map(projectWorkbenchStatus))).toEqual(new Set(workbenchStatuses));
    expect(new Set(jobStates.map(projectCompatibleStatus))).toEqual(new Set(compatibleStatuses));
    expect(new Set(jobStates.map(projectNativeStatus))).toEqual(new Set(nativeStatuses));
  });

  it.each(jobStates)('[invariants.i8-final-states] keep whether %s is final', (state) => {
    for (const word of wordsFor(state)) {
      expect(word === 'completed' || word === 'failed').toBe(isFinal(state));
      expect(word === state || !isFinal(state)).toBe(true);
    }
  });

  it('[jobs.projection] never call an unknown outcome failed', () => {
    expect(projectCompatibleStatus('outcome_unknown')).toBe('in_progress');
  });
});

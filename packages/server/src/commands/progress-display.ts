import type { Job } from '@filmgate/core';
import { terminalColumns } from './terminal-columns.ts';

/** Shows how a job goes. */
export interface ProgressDisplay {
  show(job: Job): void;
  /** Ends the display, so that what follows stands on a line of its own. */
  end(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): boolean;
}

const barWidth = 30;

const words: { readonly [S in Job['state']]: string } = {
  queued: 'waiting for an account',
  awaiting_configuration: 'waiting for an operator',
  prepared: 'preparing',
  dispatching: 'submitting',
  submitted: 'submitted',
  polling: 'generating',
  storing: 'bringing the result home',
  completed: 'done',
  failed: 'failed',
  outcome_unknown: 'outcome unknown',
};

/** The line a person sees: a bar, the percentage, and the state in words. */
export function progressLine(job: Job, columns: number): string {
  const filled = Math.round((job.progress / 100) * barWidth);
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  return `${bar} ${String(job.progress).padStart(3)} %  ${words[job.state]}`.slice(0, columns);
}

/** A bar that is redrawn on a terminal; JSON lines for programs otherwise. */
export function createProgressDisplay(output: Terminal): ProgressDisplay {
  return output.isTTY === true ? barOn(output) : linesOn(output);
}

function barOn(terminal: Terminal): ProgressDisplay {
  return {
    show: (job) =>
      void terminal.write(`\r\u001B[2K${progressLine(job, terminalColumns(terminal))}`),
    end: () => void terminal.write('\n'),
  };
}

function linesOn(output: Terminal): ProgressDisplay {
  let last = '';
  return {
    show({ id, state, progress, failure }) {
      const line = JSON.stringify({
        id,
        state,
        progress,
        ...(failure !== null && { error: failure }),
      });
      if (line !== last) output.write(`${line}\n`);
      last = line;
    },
    end: () => undefined,
  };
}

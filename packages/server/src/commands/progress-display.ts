import type { Job } from '@filmgate/core';

export interface ProgressDisplay {
  /** `reason`: cause of the wait, where known. */
  show(job: Job, reason?: string | null): void;
  /** Ends the display, so that further output begins on a new line. */
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
  storing: 'downloading the result',
  completed: 'done',
  failed: 'failed',
  outcome_unknown: 'outcome unknown',
};

/** Progress as a line of text: a bar, the percentage, and the state in words. */
export function progressLine(job: Job, columns: number, reason: string | null = null): string {
  const filled = Math.round((job.progress / 100) * barWidth);
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  const why = reason === null ? '' : ` (${reason})`;
  return `${bar} ${String(job.progress).padStart(3)} %  ${words[job.state]}${why}`.slice(
    0,
    columns,
  );
}

/** Returns a bar that is redrawn on a terminal; JSON lines for programs otherwise. */
export function createProgressDisplay(output: Terminal): ProgressDisplay {
  return output.isTTY === true ? barOn(output) : linesOn(output);
}

function barOn(terminal: Terminal): ProgressDisplay {
  return {
    show: (job, reason) =>
      void terminal.write(`\r\u001B[2K${progressLine(job, terminalColumns(terminal), reason)}`),
    end: () => void terminal.write('\n'),
  };
}

function linesOn(output: Terminal): ProgressDisplay {
  let last = '';
  return {
    show({ id, state, progress, failure }, reason = null) {
      const line = JSON.stringify({
        id,
        state,
        progress,
        ...(reason !== null && { reason }),
        ...(failure !== null && { error: failure }),
      });
      if (line !== last) output.write(`${line}\n`);
      last = line;
    },
    end: () => undefined,
  };
}

/** Progress of a move or a copy. */
interface MoveProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number;
}

/** Display of the progress of a move or a copy. */
export interface MoveDisplay {
  show(progress: MoveProgress): void;
  /** Ends the display, so that further output begins on a new line. */
  end(): void;
}

/** Progress as a line of text: a bar, the percentage, and the amount done. */
export function moveLine({ phase, done, total }: MoveProgress, columns: number): string {
  const share = total === 0 ? 1 : done / total;
  const filled = Math.round(share * barWidth);
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${bar} ${percent} %  ${phase} ${done} of ${total}`.slice(0, columns);
}

/** Returns a bar that is redrawn on a terminal; JSON lines for programs otherwise. */
export function createMoveDisplay(output: Terminal): MoveDisplay {
  if (output.isTTY !== true) {
    return {
      show: (progress) => void output.write(`${JSON.stringify(progress)}\n`),
      end: () => undefined,
    };
  }
  let isDrawn = false;
  return {
    show: (progress) => {
      isDrawn = true;
      output.write(`\r\u001B[2K${moveLine(progress, terminalColumns(output))}`);
    },
    end: () => void (isDrawn && output.write('\n')),
  };
}

const usualColumns = 80;

/** Width of a terminal; some, as those of build machines and serial lines, report 0 for unknown. */
function terminalColumns({ columns = 0 }: { readonly columns?: number }): number {
  return columns > 0 ? columns : usualColumns;
}

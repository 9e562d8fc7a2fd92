import { terminalColumns } from './terminal-columns.ts';

/** How far a move or a copy is. */
interface MoveProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number;
}

/** Shows how a move or a copy goes. */
export interface MoveDisplay {
  show(progress: MoveProgress): void;
  /** Ends the display, so that what follows stands on a line of its own. */
  end(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): boolean;
}

const barWidth = 30;

/** The line a person sees: a bar, the percentage, and what is done. */
export function moveLine({ phase, done, total }: MoveProgress, columns: number): string {
  const share = total === 0 ? 1 : done / total;
  const filled = Math.round(share * barWidth);
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${bar} ${percent} %  ${phase} ${done} of ${total}`.slice(0, columns);
}

/** A bar that is redrawn on a terminal; JSON lines for programs otherwise. */
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

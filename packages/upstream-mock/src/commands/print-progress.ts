/** Prints how much of a long cassette is read: a counter on a terminal, one line in a log. */
export function printProgress(output: {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}): (done: number, all: number) => void {
  let isFirst = true;
  return (done, all) => {
    const percent = Math.floor((done / all) * 100);
    if (output.isTTY === true)
      output.write(`\rreading the cassette: ${percent} %${done === all ? '\n' : ''}`);
    else if (isFirst) output.write(`reading the cassette: ${all} lines\n`);
    isFirst = false;
  };
}

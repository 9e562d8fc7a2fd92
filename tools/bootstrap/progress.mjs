const DRAWN_EVERY_MS = 200;
const SAID_EVERY_MS = 10_000;

/**
 * A step that takes seconds.
 * @typedef {object} Step
 * @property {string} title
 * @property {() => number} [count] how much of it is done
 */

/**
 * Shows the progress of a step: one line that is redrawn on a terminal, or a plain line at intervals elsewhere. All
 * output goes to stderr, so that the output of the command itself stays usable.
 *
 * @template Result
 * @param {Step} step
 * @param {() => Promise<Result>} action
 * @returns {Promise<Result>}
 */
export async function showProgress({ title, count }, action) {
  const startedAt = process.hrtime.bigint();
  const seconds = () => Number(process.hrtime.bigint() - startedAt) / 1e9;
  const soFar = () => {
    const done = count === undefined ? '' : ` ${count()}`;
    return seconds() < 1 ? `${title} …` : `${title} …${done} (${seconds().toFixed(0)} s)`;
  };
  const { isTTY } = process.stderr;
  /** @param {string} text */
  const say = (text) => process.stderr.write(`${isTTY ? '\r\x1b[2K' : ''}filmgate: ${text}`);
  const report = () => say(`${soFar()}${isTTY ? '' : '\n'}`);
  report();
  const timer = setInterval(report, isTTY ? DRAWN_EVERY_MS : SAID_EVERY_MS);
  let end = 'failed after';
  try {
    const result = await action();
    end = 'done in';
    return result;
  } finally {
    clearInterval(timer);
    say(`${title}: ${end} ${seconds().toFixed(1)} s\n`);
  }
}

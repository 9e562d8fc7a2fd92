/**
 * What a person sees of a step that takes seconds: one line that counts them on a terminal, plain lines elsewhere.
 * All of it goes to stderr, so that the output of the command itself stays usable.
 *
 * @template Result
 * @param {string} title
 * @param {() => Promise<Result>} step
 * @returns {Promise<Result>}
 */
export async function showProgress(title, step) {
  const startedAt = process.hrtime.bigint();
  const seconds = () => (Number(process.hrtime.bigint() - startedAt) / 1e9).toFixed(1);
  const finish = openProgressLine(title, seconds);
  try {
    const result = await step();
    finish(`${title}: done in ${seconds()} s`);
    return result;
  } catch (error) {
    finish(`${title}: failed after ${seconds()} s`);
    throw error;
  }
}

/**
 * @param {string} title
 * @param {() => string} seconds
 * @returns {(lastLine: string) => void}
 */
function openProgressLine(title, seconds) {
  if (!process.stderr.isTTY) {
    process.stderr.write(`filmgate: ${title} …\n`);
    return (lastLine) => process.stderr.write(`filmgate: ${lastLine}\n`);
  }
  const draw = () => process.stderr.write(`\r\x1b[2Kfilmgate: ${title} … ${seconds()} s`);
  draw();
  const timer = setInterval(draw, 100);
  return (lastLine) => {
    clearInterval(timer);
    process.stderr.write(`\r\x1b[2Kfilmgate: ${lastLine}\n`);
  };
}

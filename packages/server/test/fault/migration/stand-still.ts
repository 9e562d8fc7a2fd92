/**
 * Preloaded into a program that a test kills at a certain point: when the program writes text that matches
 * `STAND_STILL_AT` to standard error it blocks, so that the test can take any time to kill it.
 */
const sign = new RegExp(process.env['STAND_STILL_AT'] ?? '$^', 'u');
const write = process.stderr.write.bind(process.stderr);
process.stderr.write = (said: string | Uint8Array): boolean => {
  const isTaken = write(said);
  if (sign.test(String(said))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return isTaken;
};

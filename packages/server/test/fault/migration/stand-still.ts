/**
 * Preloaded by a program that a test kills at a certain point: once the program writes what `STAND_STILL_AT` matches to
 * standard error it stands still, so that the test may take any time to kill it.
 */
const sign = new RegExp(process.env['STAND_STILL_AT'] ?? '$^', 'u');
const write = process.stderr.write.bind(process.stderr);
process.stderr.write = (said: string | Uint8Array): boolean => {
  const isTaken = write(said);
  if (sign.test(String(said))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return isTaken;
};

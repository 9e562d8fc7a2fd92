/** better-sqlite3 13 is built for this version of Node-API; on an older one it ends the process without a word. */
const neededNodeApi = 10;

/**
 * Refuses a runtime the native module would crash on. Must run before the first database is opened.
 *
 * @param version - Node-API version of the runtime, `process.versions.napi`
 * @throws Error that names the Node releases which do
 */
export function requireNodeApi(version: string | undefined): void {
  if (Number(version ?? '0') >= neededNodeApi) return;
  throw new Error(
    `The SQLite store needs Node-API ${neededNodeApi}, which Node has from 22.14 on and Node 20 never had; ` +
      `this runtime (Node ${process.versions.node}) has ${version ?? 'none'}. Please start it with a newer Node.`,
  );
}

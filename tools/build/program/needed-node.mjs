/** Node-API version that better-sqlite3 13 is built for; an older one crashes without a message. */
const NEEDED_NODE_API = 10;
/** Oldest Node the packages support (their `engines`). */
const NEEDED_NODE = [22, 18];

/**
 * @param {NodeJS.ProcessVersions} [versions] of the Node to check; default: the one that runs this file
 * @returns {boolean} true if it can run the packages
 */
export function isNodeEnough(versions = process.versions) {
  const [major = 0, minor = 0] = versions.node.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = NEEDED_NODE;
  const isNewEnough = major > neededMajor || (major === neededMajor && minor >= neededMinor);
  return isNewEnough && Number(versions['napi']) >= NEEDED_NODE_API;
}

/** Ends a program on an unsupported Node before any of its modules is loaded. */
export function refuseOldNode() {
  if (isNodeEnough()) return;
  const { versions, execPath } = process;
  process.stderr.write(
    `filmgate needs Node ${NEEDED_NODE.join('.')} or newer; this is Node ${versions.node} (${execPath}).\n`,
  );
  process.exit(1);
}

import { defineNamedScript } from './named-script.ts';
import type { ScriptRunner } from './script-runner.ts';

/** What the server's clock says, ms since 1970. */
const timeScript = defineNamedScript({
  name: 'server-time',
  kind: 'read',
  whileHalted: 'allowed',
  keys: [],
  arguments: [],
  lua: `
local time = redis.call('TIME')
return string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
`,
});

/** Asks the server what time it is. */
export async function serverTime(scripts: ScriptRunner): Promise<number> {
  return Number(await scripts.read(timeScript.script, timeScript.call({}, {})));
}

import { isLoopback } from '../settings/exposure.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** Below this zxcvbn score a password is found within 10^8 guesses (https://github.com/dropbox/zxcvbn, "score"). */
const weakestScore = 3;

/** Looked at; a password that is good this far is good, and a longer look costs more than linear time. */
const lookedAt = 64;

/**
 * Whether a password is among the common ones (49 233 of them, with the usual disguises: capitals, digits behind, letters as digits),
 * or so near to them, to the name, or to keys side by side, that it would be guessed soon.
 */
export async function isGuessable(password: string, username: string): Promise<boolean> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const { score } = estimator.check(password.slice(0, lookedAt), [username, 'filmgate', 'admin']);
  return score < weakestScore;
}

/** A sentence for the operator where others on the network could guess the administrator's password; undefined where all is well. */
export async function passwordProblem(settings: Settings): Promise<string | undefined> {
  const { FILMGATE_ADMIN_PASSWORD: given, FILMGATE_ADMIN_USERNAME: username } = settings;
  if (given === undefined || isLoopback(settings.FILMGATE_HOST)) return undefined;
  if (!(await isGuessable(given, username))) return undefined;
  return `FILMGATE_ADMIN_PASSWORD is a common or easily guessed password, and the gateway is reachable at FILMGATE_HOST ${settings.FILMGATE_HOST}; choose a stronger password.`;
}

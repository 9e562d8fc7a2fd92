import { isLoopback } from '../settings/exposure.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** Below this zxcvbn score a password is found within 10^8 guesses (https://github.com/dropbox/zxcvbn, "score"). */
const weakestScore = 3;

/** Maximum characters checked: a password strong up to here is strong, and the time grows faster than the length. */
const lookedAt = 64;

/**
 * Resolves to true if a password is among the common ones (49 233 of them, with the usual disguises: capitals, digits
 * behind, letters as digits), or close enough to them, to the name, or to adjacent keys that it would soon be guessed.
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

/** Returns a sentence for the operator if others on the network could guess the administrator's password. */
export async function passwordProblem(settings: Settings): Promise<string | undefined> {
  const { FILMGATE_ADMIN_PASSWORD: given, FILMGATE_ADMIN_USERNAME: username } = settings;
  if (given === undefined || isLoopback(settings.FILMGATE_HOST)) return undefined;
  if (!(await isGuessable(given, username))) return undefined;
  return `FILMGATE_ADMIN_PASSWORD is a common or easily guessed password, and the gateway is reachable at FILMGATE_HOST ${settings.FILMGATE_HOST}; choose a stronger password.`;
}

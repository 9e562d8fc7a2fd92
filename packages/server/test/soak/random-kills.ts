import { CrashScene } from '../fault/crash-scene.ts';
import { accountConcurrency, playKillRound } from './kill-round.ts';
import { Soak } from './soak.ts';

/**
 * Kills a gateway at random moments, repeatedly, and checks the jobs against the mock's ledger. `npm run soak --
 * --minutes 2 --seed 7`.
 */
const soak = Soak.fromCommandLine(2);
const scene = await CrashScene.open(accountConcurrency);
try {
  const broken = await soak.play((round) => playKillRound(scene, soak, round));
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await scene.close();
}

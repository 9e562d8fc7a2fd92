/** @module-tag long */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountConcurrency, playKillRound } from '../soak/kill-round.ts';
import { Soak } from '../soak/soak.ts';
import { CrashScene } from './crash-scene.ts';

const minutes = 1;

let scene: CrashScene;
beforeAll(async () => {
  scene = await CrashScene.open(accountConcurrency);
});
afterAll(() => scene.close());

it('[proof.soak] a minute of kills, wrong clocks, spoilt results and two users, one of them with little to spend, breaks no promise', async () => {
  const said: string[] = [];
  const soak = new Soak({
    minutes,
    seed: Date.now() % 1_000_000,
    say: (line) => void said.push(line),
  });
  const broken = await soak.play((round) => playKillRound(scene, soak, round));
  process.stdout.write(`${said.join('\n')}\n`);
  expect(broken, said.join('\n')).toEqual([]);
}, 300_000);

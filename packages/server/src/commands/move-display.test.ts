import { expect, it } from 'vitest';
import { createMoveDisplay, moveLine } from './move-display.ts';

const half = { phase: 'copying', done: 5, total: 10 } as const;

it('[migration.progress] draws a bar on a terminal, over itself', () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  const display = createMoveDisplay({ isTTY: true, columns: 80, write });
  display.show(half);
  display.end();
  expect(written[0]).toBe(`\r\u001B[2K${'█'.repeat(15)}${'░'.repeat(15)}  50 %  copying 5 of 10`);
  expect(written[1]).toBe('\n');
});

it('[migration.progress] writes a line of JSON otherwise', () => {
  const written: string[] = [];
  const display = createMoveDisplay({ write: (text) => written.push(text) > 0 });
  display.show(half);
  display.end();
  expect(written).toEqual(['{"phase":"copying","done":5,"total":10}\n']);
});

it('fits any terminal, and shows an empty store as done', () => {
  expect(moveLine(half, 12)).toHaveLength(12);
  expect(moveLine({ phase: 'verifying', done: 0, total: 0 }, 80)).toContain('100 %');
});

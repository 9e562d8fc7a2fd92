import { describe, expect, it } from 'vitest';
import { type BucketChoice, isChosen, stepChoice } from './bucket-choice.ts';

/** Choice after key presses; an S before a key means Shift. */
function press(keys: string, from: BucketChoice = { anchor: 5, head: 5 }): BucketChoice {
  return keys.split(' ').reduce((choice, word) => {
    const shiftKey = word.startsWith('S+');
    const step = stepChoice(choice, { key: word.replace('S+', ''), shiftKey, count: 20 });
    return step.kind === 'move' ? step.choice : choice;
  }, from);
}

describe('choosing bars by keys', () => {
  it.each([
    ['ArrowRight', 6, 6],
    ['ArrowLeft ArrowLeft', 3, 3],
    ['Home ArrowLeft', 0, 0],
    ['End ArrowRight', 19, 19],
    ['PageDown PageDown', 19, 19],
    ['PageUp', 0, 0],
    ['S+ArrowRight S+ArrowRight', 5, 7],
    ['S+ArrowLeft S+Home', 5, 0],
    ['S+End ArrowLeft', 18, 18],
    ['S+ArrowRight Escape', 6, 6],
    ['a', 5, 5],
  ])('%s chooses from %d to %d', (keys, anchor, head) => {
    expect(press(keys)).toEqual({ anchor, head });
  });

  it('Enter and space look closer, Escape does nothing where nothing is chosen', () => {
    const choice = { anchor: 1, head: 1 };
    const kindOf = (key: string) => stepChoice(choice, { key, shiftKey: false, count: 3 }).kind;
    expect(['Enter', ' ', 'Escape', 'Tab'].map(kindOf)).toEqual(['pick', 'pick', 'none', 'none']);
    expect(stepChoice(choice, { key: 'End', shiftKey: false, count: 0 }).kind).toBe('none');
  });

  it('whatever lies between is chosen, either way round', () => {
    const chosen = (choice: BucketChoice) =>
      [0, 1, 2, 3, 4].filter((index) => isChosen(choice, index));
    expect(chosen({ anchor: 3, head: 1 })).toEqual([1, 2, 3]);
    expect(chosen({ anchor: 2, head: 2 })).toEqual([2]);
  });
});

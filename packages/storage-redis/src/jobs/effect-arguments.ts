import {
  type AccountPenalty,
  awayKey,
  type Job,
  type JobEffect,
  learnedLimitKey,
} from '@filmgate/core';

/** Number of script arguments for each effect. */
export const argumentsPerEffect = 5;

/** A decision's effects as script arguments: kind, account, amount, unit and value of each; see `effectsLua`. */
export function effectArguments(
  effects: readonly JobEffect[],
  from: Pick<Job, 'unknownSince'>,
): readonly (string | number)[] {
  return effects.flatMap((effect) => argumentsOf(effect, from));
}

function argumentsOf(
  effect: JobEffect,
  { unknownSince }: Pick<Job, 'unknownSince'>,
): readonly (string | number)[] {
  switch (effect.kind) {
    case 'quota':
      return [`quota:${effect.move}`, '', effect.amount, '', ''];
    case 'credit':
      return [
        `credit:${effect.move}`,
        effect.accountId,
        effect.amount,
        effect.unit,
        unknownSince ?? '',
      ];
    case 'slot':
      return [
        `slot:${effect.move}`,
        effect.accountId,
        effect.within?.jobs ?? '',
        '',
        effect.within?.model ?? '',
      ];
    case 'penalise':
      return penalty(effect.accountId, effect.penalty);
    case 'learn': {
      const { accountId, learnedLimit } = effect;
      return ['learn', accountId, learnedLimitKey(learnedLimit), '', JSON.stringify(learnedLimit)];
    }
    case 'account-succeeded':
      return succeeded(effect);
    case 'account-erred':
      return ['erred', effect.accountId, '', '', ''];
    case 'endpoint':
      return [effect.evidence, effect.accountId, '', '', ''];
    case 'trail':
      return [];
  }
}

function succeeded({
  accountId,
  making,
}: Extract<JobEffect, { readonly kind: 'account-succeeded' }>): readonly (string | number)[] {
  return ['succeeded', accountId, making === null ? '' : awayKey(making), '', ''];
}

function penalty(
  accountId: string,
  { kind, ...rest }: AccountPenalty,
): readonly (string | number)[] {
  const value = 'until' in rest ? rest.until : (rest.detail ?? '');
  return [kind, accountId, '', '', value];
}

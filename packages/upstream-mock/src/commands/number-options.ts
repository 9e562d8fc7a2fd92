import { InvalidArgumentError } from 'commander';

export const portFrom = numberFrom('must be a whole number from 0 to 65535', (text) => {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
});
export const minutesFrom = numberFrom('must be a number of minutes', (text) =>
  /^\d{1,6}(\.\d{1,6})?$/.test(text),
);
export const secondsFrom = numberFrom('must be a number of seconds', (text) =>
  /^\d{1,5}(\.\d{1,3})?$/.test(text),
);
export const speedFrom = numberFrom('the speed must be a positive number', (text) => {
  return Number(text) > 0 && Number.isFinite(Number(text));
});

/** A parser of an option that is a number. */
function numberFrom(problem: string, isValid: (text: string) => boolean) {
  return (text: string): number => {
    if (!isValid(text)) throw new InvalidArgumentError(problem);
    return Number(text);
  };
}

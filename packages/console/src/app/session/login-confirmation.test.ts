import { expect, it } from 'vitest';
import { LoginConfirmation } from './login-confirmation.ts';

it.each([true, false])(
  '[console.confirm-login] one answer is that of all requests that wait: %s',
  async (isConfirmed) => {
    const confirmation = new LoginConfirmation();
    const seen: boolean[] = [];
    const leave = confirmation.subscribe(() => seen.push(confirmation.isAsked()));
    const waiting = [confirmation.ask(), confirmation.ask()];
    expect(confirmation.isAsked()).toBe(true);
    confirmation.response(isConfirmed);
    expect(await Promise.all(waiting)).toEqual([isConfirmed, isConfirmed]);
    expect(confirmation.isAsked()).toBe(false);
    leave();
    const again = confirmation.ask();
    confirmation.response(!isConfirmed);
    expect(await again).toBe(!isConfirmed);
    expect(seen).toEqual([true, true, false]);
  },
);

import { expect, it } from 'vitest';
import { ownerOfUser, userOfOwner } from './user-owner.ts';

it('names the owner of an API user, and the user of an owner', () => {
  expect(ownerOfUser('u1')).toBe('user:u1');
  expect(userOfOwner('user:u1')).toBe('u1');
});

it.each(['native', 'service', 'admin', 'users:u1', 'a user:u1', ''])(
  'knows that %j is the owner of no user',
  (owner) => {
    expect(userOfOwner(owner)).toBeUndefined();
  },
);

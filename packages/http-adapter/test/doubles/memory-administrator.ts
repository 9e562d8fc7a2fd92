import type { Administrator, SecondFactor } from '../../src/index.ts';
import type { MemoryAdminAccess } from './memory-admin-access.ts';

interface Login {
  readonly username: string;
  readonly password: string;
}

/** The administrator's password in plain text. */
export class MemoryAdministrator implements Administrator {
  #login: Login;
  #since = 0;
  readonly #access: MemoryAdminAccess;

  readonly #now: () => number;

  constructor(login: Login, access: MemoryAdminAccess, now: () => number) {
    this.#now = now;
    this.#login = login;
    this.#access = access;
  }

  verify({ username, password }: Login): boolean {
    return username === this.#login.username && password === this.#login.password;
  }

  async isNamed(username: string): Promise<boolean> {
    return username === this.#login.username;
  }

  async since(): Promise<number> {
    return this.#since;
  }

  async isGuessable(password: string): Promise<boolean> {
    return password.startsWith('password');
  }

  async changePassword({
    password,
    since,
    audit,
  }: Parameters<Administrator['changePassword']>[0]): Promise<number | undefined> {
    if (since !== this.#since) return undefined;
    this.#login = { ...this.#login, password };
    this.#since = this.#now() + 1;
    this.#access.note({ audit });
    return this.#since;
  }
}

/** A second factor whose one-time code is always `123456`, and whose recovery code `recovery` counts once. */
export class MemorySecondFactor implements SecondFactor {
  #kind: 'off' | 'unconfirmed' | 'on' = 'off';
  #codesLeft = 0;
  readonly #access: MemoryAdminAccess;

  constructor(access: MemoryAdminAccess) {
    this.#access = access;
  }

  async state() {
    return { kind: this.#kind, recoveryCodesLeft: this.#codesLeft };
  }

  async begin(username: string, audit: Parameters<SecondFactor['begin']>[1]) {
    if (this.#kind === 'on') return undefined;
    this.#kind = 'unconfirmed';
    this.#access.note({ audit });
    return { secret: 'SECRET', uri: `otpauth://totp/${username}` };
  }

  async confirm(
    code: string,
    audit: Parameters<SecondFactor['confirm']>[1],
  ): ReturnType<SecondFactor['confirm']> {
    if (this.#kind !== 'unconfirmed') return { kind: 'not-begun' };
    if (code !== '123456') return { kind: 'wrong' };
    this.#kind = 'on';
    this.#codesLeft = 1;
    this.#access.note({ audit });
    return { kind: 'on', recoveryCodes: ['recovery'] };
  }

  async check(
    code: string | undefined,
    auditRecovery: Parameters<SecondFactor['check']>[1],
  ): ReturnType<SecondFactor['check']> {
    if (this.#kind !== 'on') return 'not-needed';
    if (code === '123456') return 'accepted';
    if (code !== 'recovery' || this.#codesLeft === 0) return 'refused';
    this.#codesLeft -= 1;
    this.#access.note({ audit: auditRecovery(this.#codesLeft) });
    return 'accepted';
  }

  async remove(audit: Parameters<SecondFactor['remove']>[0]) {
    this.#kind = 'off';
    this.#access.note({ audit });
    return true;
  }
}

import { parseCookie, stringifySetCookie } from 'cookie';
import type { SecurityScheme } from './surface-description.ts';

/** The administrator's session, for the description of every surface that uses it. */
export const sessionScheme: SecurityScheme = {
  type: 'apiKey',
  in: 'cookie',
  name: 'filmgate_session',
  description:
    'Session cookie set by `POST /api/v1/auth/login`; named `__Host-filmgate_session` over https.',
};

/**
 * The session cookie (RFC 6265bis): out of reach of scripts, never sent along from other sites, and over https bound to
 * this very host by the `__Host-` prefix.
 */
export interface SessionCookie {
  /** Returns the session id of a request; undefined without one. */
  read(cookieHeader: string | undefined): string | undefined;
  /** Returns the `Set-Cookie` value that begins a session. */
  write(sessionId: string, maxAgeSeconds: number): string;
  /** Returns the `Set-Cookie` value that ends the session. */
  clear(): string;
}

const bareName = 'filmgate_session';

/** @param publicUrl - read at each call, because an operator may change it */
export function createSessionCookie(publicUrl: () => string): SessionCookie {
  const secure = (): boolean => publicUrl().toLowerCase().startsWith('https:');
  const name = (): string => (secure() ? `__Host-${bareName}` : bareName);
  const set = (value: string, maxAge: number): string =>
    stringifySetCookie({
      name: name(),
      value,
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: secure(),
      maxAge,
    });
  return {
    read(cookieHeader) {
      if (cookieHeader === undefined) return undefined;
      const value = parseCookie(cookieHeader)[name()];
      return value === '' ? undefined : value;
    },
    write: set,
    clear: () => set('', 0),
  };
}

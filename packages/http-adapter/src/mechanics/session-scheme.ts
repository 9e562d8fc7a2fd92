import type { SecurityScheme } from './surface-description.ts';

/** The administrator's session, for the description of every surface that lives by it. */
export const sessionScheme: SecurityScheme = {
  type: 'apiKey',
  in: 'cookie',
  name: 'filmgate_session',
  description:
    'The session cookie that `POST /api/v1/auth/login` sets; named `__Host-filmgate_session` over https.',
};

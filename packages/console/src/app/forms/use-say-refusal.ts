import { sayServerError } from '../texts/server-errors.ts';
import { useLanguage } from '../texts/use-language.ts';

export interface SaidRefusal {
  readonly code: string | null;
  readonly message: string;
}

/**
 * Returns the text of a refusal for its field: translated where the console knows the code, with the server's message.
 */
export function useSayRefusal(): (refusal: SaidRefusal) => string {
  const language = useLanguage();
  return ({ code, message }) => {
    const said = sayServerError(code, language);
    return said === null ? message : `${said} ${message}`;
  };
}

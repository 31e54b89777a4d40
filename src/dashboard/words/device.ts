import { inLanguages } from '../../web/words.ts';

export const deviceWords = inLanguages(
  {
    on: (browser: string, system: string) => `${browser} on ${system}`,
    unknown: 'Unknown browser',
  },
  {
    on: (browser, system) => `${browser} sur ${system}`,
    unknown: 'Navigateur inconnu',
  },
);

const ARTICLES = new Set(['le', 'la', 'les', 'l']);
// Beginnings that occur in too many addresses to mean a town.
const COMMON = new Set(
  `mont pont port ville bourg bois val croix fort parc mare roche tour tours notre grand grande petit petite haut haute bas basse neuf
  vieux vieille beau belle saint chateau moulin fontaine chapelle cap bains plage lac ile motte garenne queue plessis pre pavillons clayes
  ferte fleche seyne crau ciotat valette garde celle roquette trinite londe bouilladisse`.split(/\s+/),
);

/**
 * "boulogne" for "boulogne billancourt", "st germain" for "st germain en laye", "la baule" for "la baule escoublac";
 * undefined if there is no useful one.
 */
export function shortNameOf(normalised: string): string | undefined {
  const words = normalised.split(' ');
  const start = ARTICLES.has(words[0] ?? '') ? 1 : 0;
  const isSaint = words[start] === 'st' || words[start] === 'ste';
  const end = start + (isSaint ? 2 : 1);
  const first = words[start] ?? '';
  if (end >= words.length || first.length < (isSaint ? 2 : 3) || COMMON.has(first)) return undefined;
  return words.slice(0, end).join(' ');
}

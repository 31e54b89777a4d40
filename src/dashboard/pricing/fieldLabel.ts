import type { Language } from '../../web/language.ts';
import { pricingWords } from '../words/pricing.ts';

/** The label of a field, with the window or trip type that it belongs to. */
export function fieldLabel(field: string, language: Language): string {
  const words = pricingWords[language];
  const [, window, name = ''] = /^(?:window-(\d+)-)?(.*)$/.exec(field) ?? [];
  const [type, rate = ''] = name.split('-');
  const rates: Record<string, string> = {
    base: words.base,
    km: words.perKm,
    minute: words.perMinute,
    minimum: words.minimumPrice,
  };
  const others: Record<string, string> = {
    days: words.days,
    from: words.from,
    to: words.to,
    'time-zone': words.timeZone,
  };
  const label = others[name] ?? `${type === 'trip' ? words.trip : words.availability}, ${rates[rate] ?? rate}`;
  return window === undefined ? label : `${words.window(Number(window) + 1)}, ${label}`;
}

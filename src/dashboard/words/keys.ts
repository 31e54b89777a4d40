import { inLanguages } from '../../web/words.ts';

/** What can be done with an API key besides issuing and ending it. */
export const keyWords = inLanguages(
  {
    rename: 'Rename',
    renameTitle: (name: string) => `Rename “${name}”`,
    renamed: 'Key renamed.',
    scopes: 'What the key may do',
    scopesHint: 'Leave all unchecked for a key that may do everything.',
    unknownScope: 'Choose from the list.',
    quotes: 'Quotes',
    'trips:read': 'Read trips, riders and vehicles',
    'trips:write': 'Book and cancel trips',
    events: 'Events',
    webhooks: 'Webhooks',
    networks: 'Allowed networks',
    networksHint:
      'One address or network per line, such as 203.0.113.7 or 2001:db8::/32. Leave empty for every address.',
    notNetwork: (text: string) =>
      `“${text}” is not an address or network. Enter one such as 203.0.113.7 or 203.0.113.0/24.`,
    bitsBeyondPrefix: (text: string, address: string, network: string) =>
      `“${text}” has bits set beyond the prefix: enter ${address} or ${network}.`,
    tooManyNetworks: (most: number) => `Enter at most ${most} addresses or networks.`,
    allowed: 'Allowed',
    everything: 'Everything',
    from: (networks: string) => `from ${networks}`,
    requests: 'Requests',
    lastDay: (count: string) => `${count} in 24 h`,
    lastWeek: (count: string) => `${count} in 7 days`,
  },
  {
    rename: 'Renommer',
    renameTitle: (name) => `Renommer « ${name} »`,
    renamed: 'Clé renommée.',
    scopes: 'Ce que la clé permet',
    scopesHint: 'Ne cochez rien pour une clé qui permet tout.',
    unknownScope: 'Choisissez dans la liste.',
    quotes: 'Devis',
    'trips:read': 'Lire les courses, les passagers et les véhicules',
    'trips:write': 'Réserver et annuler des courses',
    events: 'Événements',
    webhooks: 'Webhooks',
    networks: 'Réseaux autorisés',
    networksHint:
      'Une adresse ou un réseau par ligne, par exemple 203.0.113.7 ou 2001:db8::/32. Laissez vide pour toutes les adresses.',
    notNetwork: (text) =>
      `« ${text} » n’est ni une adresse ni un réseau. Saisissez par exemple 203.0.113.7 ou 203.0.113.0/24.`,
    bitsBeyondPrefix: (text, address, network) =>
      `« ${text} » a des bits non nuls après le préfixe : saisissez ${address} ou ${network}.`,
    tooManyNetworks: (most) => `Saisissez au plus ${most} adresses ou réseaux.`,
    allowed: 'Droits',
    everything: 'Tout',
    from: (networks) => `depuis ${networks}`,
    requests: 'Requêtes',
    lastDay: (count) => `${count} en 24 h`,
    lastWeek: (count) => `${count} en 7 jours`,
  },
);

export const quotesInFrench: Record<string, string> = {
  Quotes: 'Devis',
  'What a ride costs.': 'Ce que coûte un trajet.',
  'Quote a ride': 'Demander un devis',
  'Locates both addresses, finds the route between them and prices it with the account’s pricing scheme and the vehicle category. Nothing is stored. For an `AVAILABILITY`, the time of the route is priced: a quote does not know for how many hours the vehicle is hired, so calculate the price of a longer hire yourself. `price` is before VAT; **book with `vat.totalTTC`**. `route` shows which places were found: check `pickup.label`, `dropoff.label` and `warnings`. If the operator has not configured a router, distance and time are estimates (`estimated: true`). The `serviceTierId` of the sample is a placeholder: take one from `GET /v1/service-tiers`.':
    'Localise les deux adresses, trouve l’itinéraire entre elles et calcule le prix selon la grille tarifaire du compte et la catégorie de véhicule. Rien n’est enregistré. Pour une `AVAILABILITY`, c’est la durée de l’itinéraire qui est facturée : un devis ne connaît pas le nombre d’heures de mise à disposition, calculez donc vous-même le prix d’une durée plus longue. `price` est hors TVA ; **réservez avec `vat.totalTTC`**. `route` indique les lieux trouvés : vérifiez `pickup.label`, `dropoff.label` et `warnings`. Si l’exploitant n’a pas configuré de calcul d’itinéraire, la distance et la durée sont estimées (`estimated: true`). Le `serviceTierId` de l’exemple est à remplacer par un identifiant de `GET /v1/service-tiers`.',
  'The quote.': 'Le devis.',

  'Where the ride begins, as a person would write it; coordinates such as `48.8556,2.3601` work too.':
    'Le lieu de départ, comme on l’écrirait ; des coordonnées comme `48.8556,2.3601` conviennent aussi.',
  'Where the ride ends.': 'Le lieu d’arrivée.',
  'The vehicle category; its multiplier applies to the price.':
    'La catégorie de véhicule ; son coefficient s’applique au prix.',
  'A pricing scheme of the account; without it the account’s default.':
    'Une grille tarifaire du compte ; sans elle, celle par défaut.',
  'When the ride takes place: it decides which rates apply (night, Sunday…). Without it, now. ISO 8601 with Z or an offset.':
    'Quand le trajet aura lieu : les tarifs en dépendent (nuit, dimanche…). Maintenant, si absent. ISO 8601 avec Z ou un décalage.',

  'The route, and the places found for the two addresses.':
    'L’itinéraire, et les lieux trouvés pour les deux adresses.',
  'The scheme the price comes from.': 'La grille tarifaire dont vient le prix.',
  'Road kilometres, to ten metres.': 'Kilomètres par la route, à dix mètres près.',
  'Driving minutes, to six seconds.': 'Minutes de conduite, à six secondes près.',
  'True unless a real router measured the road.': 'Vrai, sauf si un véritable calcul d’itinéraire a mesuré la route.',
  'The place that was found.': 'Le lieu trouvé.',
  'How precise it is: a commune is its centre, not an exact address.':
    'La précision du lieu : une commune est son centre, et non une adresse exacte.',
  'EUR: the rate per kilometre × distanceKm.': 'Euros : le tarif au kilomètre × distanceKm.',
  'EUR: the rate per minute × durationMinutes.': 'Euros : le tarif à la minute × durationMinutes.',
  'EUR: exactly base + distanceCost + timeCost.': 'Euros : exactement base + distanceCost + timeCost.',
  'EUR: the scheme’s lowest price.': 'Euros : le prix minimum de la grille tarifaire.',
  'EUR **before VAT**: subtotal × serviceTierMultiplier, but at least minimum.':
    'Euros **hors TVA** : subtotal × serviceTierMultiplier, mais au moins minimum.',
  'The same in cents.': 'Le même montant en centimes.',
  'Before VAT. To book, use vat.totalTTC.': 'Hors TVA. Pour réserver, prenez vat.totalTTC.',
  'Percent.': 'En pour cent.',
  'VAT in cents.': 'TVA en centimes.',
  'VAT in EUR.': 'TVA en euros.',
  'Price including VAT in cents.': 'Prix TTC en centimes.',
  '**The amount to book with**: send it as `price` to POST /v1/trips. EUR including VAT.':
    '**Le montant avec lequel réserver** : envoyez-le comme `price` à POST /v1/trips. Euros TTC.',
  'True for an account without VAT (franchise en base).': 'Vrai pour un compte sans TVA (franchise en base).',
  'What to check before using the price, in words: for example that only the town or part of an address was understood. Empty if there is nothing to say.':
    'Ce qu’il faut vérifier avant d’utiliser le prix, en toutes lettres (en anglais) : par exemple, que seule la ville ou une partie de l’adresse a été comprise. Vide s’il n’y a rien à signaler.',
};

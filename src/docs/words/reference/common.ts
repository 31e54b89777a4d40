/** What holds for every operation: the introduction, headers, paging, errors. */
export const commonInFrench: Record<string, string> = {
  'Quote, book, list, read and cancel chauffeur trips, server to server.':
    'Obtenez des devis, réservez, listez, lisez et annulez des courses avec chauffeur, de serveur à serveur.',
  '**Authentication.** Every call needs `Authorization: Bearer <key>`. A key acts for its own account and cannot access any other. It can be restricted to [scopes and networks](/docs/guides/key-rotation#restrict-a-key): each operation names the scope that it needs.':
    '**Authentification.** Chaque appel porte `Authorization: Bearer <clé>`. Une clé agit pour son propre compte et n’a accès à aucun autre. Elle peut être limitée à [certains droits et réseaux](/docs/guides/key-rotation#restrict-a-key) : chaque opération nomme le droit qu’elle demande.',
  "**Money.** Amounts are in EUR. A trip's price is final and includes VAT; `priceHT + vatAmount` is always exactly `price`. A quote's `price` is before VAT: **book with `vat.totalTTC`**, and the trip has the same total and VAT as the quote.":
    '**Montants.** Les montants sont en euros. Le prix d’une course est définitif et TVA comprise ; `priceHT + vatAmount` vaut toujours exactement `price`. Le `price` d’un devis est hors TVA : **réservez avec `vat.totalTTC`**, et la course a le même total et la même TVA que le devis.',
  '**Retries.** Booking needs an `Idempotency-Key`. If a response is lost, send the same request with the same key again: it returns the original response, byte for byte, with `Idempotent-Replayed: true`. A failed request leaves the key as it was: free, unless an earlier attempt has booked.':
    '**Nouvelles tentatives.** Une réservation demande une `Idempotency-Key`. Si une réponse se perd, renvoyez la même requête avec la même clé : vous recevez la réponse d’origine, à l’octet près, avec `Idempotent-Replayed: true`. Une requête qui échoue laisse la clé telle quelle : libre, sauf si un essai précédent a réservé.',
  '**Times** are ISO 8601 and must have `Z` or an offset; they are returned in UTC with milliseconds.':
    '**Les heures** sont au format ISO 8601 et doivent porter `Z` ou un décalage ; elles sont renvoyées en UTC, avec les millisecondes.',
  '**Errors** all have the same body, the ErrorEnvelope; `code` is for programs, `message` for people.':
    '**Les erreurs** ont toutes le même corps, ErrorEnvelope ; `code` s’adresse aux programmes, `message` aux personnes.',
  '**Limits.** Requests are counted per client address and per account. `RateLimit` shows how much is left; a 429 says in `Retry-After` how long to wait.':
    '**Limites.** Les requêtes sont comptées par adresse du client et par compte. `RateLimit` indique ce qui reste ; une réponse 429 donne dans `Retry-After` le temps à attendre.',
  '**Changes.** Within v1 we may add endpoints, optional request members, response members, event types and error codes: ignore what you do not know. Unknown members of a request are refused.':
    '**Évolutions.** Dans la v1, nous pouvons ajouter des points d’accès, des membres facultatifs aux requêtes, des membres aux réponses, des types d’événements et des codes d’erreur : ignorez ce que vous ne connaissez pas. Les membres inconnus d’une requête sont refusés.',
  '**Trying it out.** There are no test keys: every call acts on the live system. To experiment, run the complete service on your own machine: [sandbox](/docs/guides/sandbox).':
    '**Essayer.** Il n’y a pas de clés de test : chaque appel agit sur le système réel. Pour faire des essais, lancez le service complet sur votre propre machine : [bac à sable](/docs/guides/sandbox).',
  '**Place data** of quotes: GeoNames (CC BY 4.0), Base officielle des communes (Licence Ouverte 2.0), OurAirports (public domain).':
    '**Données géographiques** des devis : GeoNames (CC BY 4.0), Base officielle des communes (Licence Ouverte 2.0), OurAirports (domaine public).',
  'A key with scopes needs `quotes`.': 'Une clé limitée à certains droits doit avoir `quotes`.',
  'A key with scopes needs `trips:read`.': 'Une clé limitée à certains droits doit avoir `trips:read`.',
  'A key with scopes needs `trips:write`.': 'Une clé limitée à certains droits doit avoir `trips:write`.',
  'A key with scopes needs `quotes` or `trips:read`.':
    'Une clé limitée à certains droits doit avoir `quotes` ou `trips:read`.',
  'A key with scopes needs `events`.': 'Une clé limitée à certains droits doit avoir `events`.',
  'A key with scopes needs `webhooks`.': 'Une clé limitée à certains droits doit avoir `webhooks`.',
  'An API key, issued and rotated by the account’s owner and shown only once.':
    'Une clé d’API, créée et renouvelée par le propriétaire du compte, et affichée une seule fois.',

  'Your own identifier for this request; it is returned in the response and logged. One that is not 1 to 128 characters of A-Z a-z 0-9 . _ : -, or that contains an API key, is not refused: the response has a new one instead.':
    'Votre propre identifiant pour cette requête ; il est renvoyé dans la réponse et inscrit au journal. S’il n’a pas de 1 à 128 caractères parmi A-Z a-z 0-9 . _ : -, ou s’il contient une clé d’API, il n’est pas refusé : la réponse en porte un nouveau.',
  'Only if the request belongs to a trace: the header of W3C Trace Context, with your trace’s identifier. Our log has it too. An invalid traceparent in the request is ignored.':
    'Uniquement si la requête appartient à une trace : l’en-tête de W3C Trace Context, avec l’identifiant de votre trace, que notre journal contient aussi. Un traceparent non valide est ignoré.',
  'The request’s identifier: your own X-Request-Id if it has 1 to 128 characters of A-Z a-z 0-9 . _ : - and contains no API key; otherwise a new one. Quote it when you report a problem.':
    'L’identifiant de la requête : votre X-Request-Id s’il a de 1 à 128 caractères parmi A-Z a-z 0-9 . _ : - et ne contient aucune clé d’API, sinon un nouveau. Citez-le quand vous signalez un problème.',
  'The limits that apply, as in the IETF draft: "ip" counts requests per client address, "tier-…" per account; q requests in w seconds.':
    'Les limites qui s’appliquent, selon le projet de norme de l’IETF : "ip" compte les requêtes par adresse du client, "tier-…" par compte ; q requêtes en w secondes.',
  'The current state: r requests remain, and the window ends in t seconds. On a 429 it names the limit that was exceeded.':
    'Votre situation : il reste r requêtes, et la fenêtre se termine dans t secondes. Avec une réponse 429, la limite dépassée.',
  'no-store: responses to requests with a key are private.':
    'no-store : les réponses aux requêtes avec clé sont privées.',
  'identity: send the body without compression.': 'identity : envoyez le corps sans compression.',
  'Seconds to wait before the next attempt.': 'Secondes à attendre avant le prochain essai.',
  'Bearer; with error="invalid_token" when a key was sent.':
    'Bearer ; avec error="invalid_token" si une clé a été envoyée.',
  'true when this is the stored response to an earlier request with the same Idempotency-Key; absent otherwise.':
    'true quand c’est la réponse enregistrée d’une requête précédente avec la même Idempotency-Key ; absent sinon.',

  'Always true in a success body.': 'Toujours true dans une réponse de succès.',
  'A page past the end is empty.': 'Une page au-delà de la dernière est vide.',
  'Records that match, on all pages.': 'Résultats, sur toutes les pages.',

  'The request cannot be carried out as it is; nothing was changed.':
    'La requête ne peut pas être exécutée telle quelle ; rien n’a été modifié.',
  'The API key is not allowed to do this, or not from this address; the message says what is missing.':
    'La clé d’API ne permet pas cette opération, ou pas depuis cette adresse ; le message précise ce qui manque.',
  'The API key is missing, malformed, unknown, expired or revoked.':
    'La clé d’API manque, ou elle est mal formée, inconnue, expirée ou révoquée.',
  'The account has no such record.': 'Le compte n’a pas cet élément.',
  'The Idempotency-Key belongs to another request, or to one that is still running.':
    'L’Idempotency-Key appartient à une autre requête, ou à une requête encore en cours.',
  'The body is over 64 KiB.': 'Le corps dépasse 64 Kio.',
  'The body is not JSON, or it is compressed. For a compressed body, the response has Accept-Encoding.':
    'Le corps n’est pas du JSON, ou il est compressé. Si le corps est compressé, la réponse porte Accept-Encoding.',
  'The limit of the client address or of the account’s API tier is exceeded.':
    'La limite de l’adresse du client ou de la formule du compte est dépassée.',
  'An internal error; our log has it under the X-Request-Id.':
    'Une erreur interne ; notre journal la contient sous le X-Request-Id.',
  'The service cannot answer right now.': 'Le service ne peut pas répondre pour le moment.',
  'The request reached no operation: unknown path (404), wrong method (405), not received in time (408), headers too large (431).':
    'La requête n’a atteint aucune opération : chemin inconnu (404), mauvaise méthode (405), reçue trop lentement (408), en-têtes trop grands (431).',

  'What went wrong, for programs.': 'Ce qui a échoué, pour les programmes.',
  'What went wrong, for people. An array for VALIDATION_FAILED: one sentence per fault, naming its field.':
    'Ce qui a échoué, pour les personnes. Un tableau pour VALIDATION_FAILED : une phrase par faute, qui nomme le champ.',
  'The HTTP status.': 'Le statut HTTP.',
  'When, in UTC.': 'Quand, en UTC.',
  'The path of the request.': 'Le chemin de la requête.',
};

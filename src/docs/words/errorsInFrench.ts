import type { ErrorCode } from '../../errors.ts';
import type { ErrorAdvice } from './errorsInEnglish.ts';

export const errorsInFrench: Record<ErrorCode, ErrorAdvice> = {
  VALIDATION_FAILED: {
    when: 'Le corps, les paramètres d’URL ou l’`Idempotency-Key` sont mal formés, hors bornes ou vides là où un texte est obligatoire, ou un membre est inconnu ou envoyé deux fois ; ou `scheduledAt` n’est pas dans le futur ; ou `client` et `clientId` sont envoyés tous les deux.',
    remedy:
      'Corrigez les champs indiqués dans le message. Cet essai n’a rien modifié ; l’`Idempotency-Key` est libre, sauf si un essai précédent a réservé.',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    when: '`POST /v1/trips` sans `Idempotency-Key`.',
    remedy: 'Créez une clé par réservation et gardez-la pour les [nouvelles tentatives](/docs/guides/retries).',
  },
  CLIENT_REQUIRED: {
    when: 'Une réservation sans `client` ni `clientId`.',
    remedy: 'Envoyez `client` pour un nouveau passager, ou `clientId` pour un passager connu.',
  },
  CLIENT_NOT_FOUND: {
    when: '`clientId` n’est pas un passager de votre compte, ou ses données ont été effacées.',
    remedy: 'Cherchez-le avec `GET /v1/clients`, ou envoyez plutôt `client` pour créer un passager.',
  },
  VEHICLE_NOT_FOUND: {
    when: '`vehicleId` n’est pas un véhicule de votre compte, ou ce véhicule a été retiré.',
    remedy: 'Omettez-le, ou cherchez-le avec `GET /v1/vehicles`.',
  },
  PRICING_SCHEME_NOT_FOUND: {
    when: '`pricingSchemeId` n’est pas une grille tarifaire de votre compte, ou cette grille a été retirée.',
    remedy: 'Omettez-le : un devis suit alors la grille tarifaire par défaut du compte, et une réservation aucune.',
  },
  SERVICE_TIER_NOT_FOUND: {
    when: 'Ce `serviceTierId` n’existe pas.',
    remedy: 'Cherchez-le avec `GET /v1/service-tiers`.',
  },
  ADDRESS_NOT_FOUND: {
    when: 'Le départ ou l’arrivée d’un devis ne désigne pas un lieu unique. Le message indique lequel et pourquoi, et liste les candidats si plusieurs lieux portent ce nom.',
    remedy: 'Nommez la commune, avec son code postal ; ou envoyez des coordonnées, comme `48.8443,2.3744`.',
  },
  ROUTE_NOT_FOUND: {
    when: 'Aucune route ne mène du départ à l’arrivée : par exemple, la mer les sépare, ou l’un des deux est trop loin de toute route.',
    remedy: 'Vérifiez que les deux adresses sont bien celles que vous vouliez.',
  },
  TRIP_ALREADY_CANCELLED: {
    when: 'La course est déjà annulée.',
    remedy: 'Rien. Pour qu’une annulation répétée renvoie la réponse d’origine, envoyez-la avec une `Idempotency-Key`.',
  },
  WEBHOOK_URL_NOT_ALLOWED: {
    when: 'Aucun événement ne peut être envoyé à cette URL : elle n’est pas en `https:`, contient un nom d’utilisateur ou un mot de passe, utilise un port inférieur à 1024 autre que 443, ou son hôte n’est pas accessible sur Internet. `message` précise la raison.',
    remedy: 'Envoyez une URL en `https:` accessible depuis Internet.',
  },
  WEBHOOK_ENDPOINT_LIMIT_REACHED: {
    when: 'Le compte a déjà 10 points de réception de webhooks.',
    remedy: 'Supprimez-en un qui ne sert plus.',
  },
  UNAUTHORIZED: {
    when: 'La clé manque, ou elle est mal formée, inconnue, fausse, expirée ou révoquée, ou il y a deux en-têtes `Authorization`.',
    remedy:
      'Vérifiez l’en-tête `Authorization: Bearer …`. Si le message indique que la clé est expirée ou révoquée, [créez une nouvelle clé](/docs/guides/key-rotation).',
  },
  FORBIDDEN: {
    when: 'La clé est restreinte : il lui manque le droit requis par cette opération, ou elle ne peut pas être utilisée depuis cette adresse. `message` précise ce qui manque.',
    remedy:
      'Utilisez une clé qui possède ce droit, ou envoyez la requête depuis un réseau autorisé. Un propriétaire [crée les clés](/docs/guides/key-rotation#restrict-a-key) dans le tableau de bord.',
  },
  NOT_FOUND: {
    when: 'Il n’y a rien à ce chemin, ou votre compte n’a pas ce passager.',
    remedy: 'Comparez le chemin à la [référence](/docs/reference), et vérifiez l’identifiant qu’il contient.',
  },
  TRIP_NOT_FOUND: {
    when: 'La course n’existe pas, appartient à un autre compte, ou l’identifiant est mal formé. La réponse est la même dans les trois cas.',
    remedy: 'Vérifiez l’identifiant, et que la clé est bien celle du compte qui a réservé.',
  },
  EVENT_NOT_FOUND: {
    when: 'L’événement n’existe pas, appartient à un autre compte, ou l’identifiant est mal formé.',
    remedy: 'Renvoyez l’identifiant tel que vous l’avez reçu. Pour reprendre le flux au début, omettez `after`.',
  },
  WEBHOOK_ENDPOINT_NOT_FOUND: {
    when: 'Le point de réception n’existe pas, appartient à un autre compte, ou l’identifiant est mal formé.',
    remedy: 'Envoyez un identifiant lu dans `GET /v1/webhook-endpoints`.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'Le chemin est correct, mais pas la méthode.',
    remedy: 'Utilisez une méthode indiquée par l’en-tête `Allow`.',
  },
  REQUEST_TIMEOUT: {
    when: 'Les en-têtes ont mis plus de 10 secondes à arriver, ou la requête entière plus de 30.',
    remedy: 'Renvoyez-la, avec la même `Idempotency-Key`.',
  },
  IDEMPOTENCY_KEY_CONFLICT: {
    when: 'Cette `Idempotency-Key` a servi pour une autre méthode, un autre chemin ou un autre corps dans les dernières 24 heures.',
    remedy:
      'Une nouvelle requête demande une nouvelle clé. Pour une nouvelle tentative, renvoyez exactement ce que vous aviez envoyé.',
  },
  IDEMPOTENCY_KEY_IN_PROGRESS: {
    when: 'La première requête avec cette `Idempotency-Key` est encore en cours.',
    remedy: 'Attendez `Retry-After` et renvoyez-la, avec la même clé : vous recevrez sa réponse.',
  },
  PAYLOAD_TOO_LARGE: {
    when: 'Le corps dépasse 65 536 octets.',
    remedy: 'Raccourcissez-le.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'Le corps n’est pas de l’`application/json` en UTF-8, ou il est compressé.',
    remedy: 'Envoyez `Content-Type: application/json`, sans `Content-Encoding`.',
  },
  RATE_LIMITED: {
    when: 'Trop de requêtes de cette adresse ou de ce compte. `RateLimit` nomme la limite.',
    remedy:
      'Attendez le nombre de secondes indiqué par `Retry-After` : voir [limites de débit](/docs/guides/rate-limits).',
  },
  HEADERS_TOO_LARGE: {
    when: 'Les en-têtes de la requête dépassent 16 Kio.',
    remedy: 'Envoyez des en-têtes moins nombreux ou plus courts ; les cookies sont inutiles.',
  },
  INTERNAL_ERROR: {
    when: 'Une erreur interne. La réponse ne donne pas de détails ; notre journal les contient.',
    remedy: 'Renvoyez la requête, avec la même `Idempotency-Key`. Si cela persiste, signalez le `X-Request-Id`.',
  },
  SERVICE_UNAVAILABLE: {
    when: 'La base de données ou, pour un devis, le géocodeur ou le calcul d’itinéraire, est indisponible pour le moment ; ou le service est surchargé.',
    remedy: 'Attendez `Retry-After` et renvoyez la requête, avec la même `Idempotency-Key`.',
  },
};

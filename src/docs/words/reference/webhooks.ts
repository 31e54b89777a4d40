export const webhooksInFrench: Record<string, string> = {
  Webhooks: 'Webhooks',
  'Receive events at your own URL, and see the result of every attempt. A test event (`webhook.test`) has no trip: its `tripId`, `data.trip` and `data.previousStatus` are null.':
    'Recevez les événements à votre propre URL, et suivez le résultat de chaque tentative. Un événement de test (`webhook.test`) n’a pas de course : `tripId`, `data.trip` et `data.previousStatus` y sont null.',

  'Deliver an event again': 'Livrer de nouveau un événement',
  'Queues the event for one endpoint, whether or not it was delivered before and whatever types the endpoint receives. If the endpoint is disabled, it is sent when the endpoint is enabled. If an earlier event of the trip still waits, this one is sent after it: redeliver the earlier one, and the later ones follow.':
    'Remet l’événement en file d’attente pour un point de réception, qu’il ait déjà été livré ou non, et quels que soient les types demandés. Si le point de réception est désactivé, l’événement est envoyé quand il est réactivé. Si un événement antérieur de la course attend encore, celui-ci est envoyé après lui : faites renvoyer le premier, et les suivants suivront.',
  'The event is queued.': 'L’événement est en file d’attente.',
  'The endpoint that gets the event again.': 'Le point de réception qui reçoit de nouveau l’événement.',

  'List webhook endpoints': 'Lister les points de réception',
  'The calling account’s endpoints, oldest first, without their secrets. There are at most 10.':
    'Les points de réception du compte appelant, du plus ancien au plus récent, sans leurs secrets. Il y en a 10 au plus.',
  'Endpoints per page.': 'Points de réception par page.',
  'One page of endpoints.': 'Une page de points de réception.',

  'Add a webhook endpoint': 'Ajouter un point de réception',
  'From now on, every event is sent to the URL as a `POST` with the Event as its body and the headers of Standard Webhooks: `webhook-id` (the event’s `_id`), `webhook-timestamp` and `webhook-signature`. Answer with any 2xx within 10 seconds. Anything else is retried after about 5 s, 30 s, 2 min, 10 min, 1 h, 3 h, 6 h, 12 h, 24 h and 24 h. An event is delivered at least once, and the events of one trip in their order. 410 disables the endpoint at once; so does failing for 5 days. At most 10 endpoints per account. An `Idempotency-Key` has no effect: after a lost response, list the endpoints before you send the request again.':
    'Désormais, chaque événement est envoyé à l’URL par un `POST` dont le corps est l’Event, avec les en-têtes de Standard Webhooks : `webhook-id` (le `_id` de l’événement), `webhook-timestamp` et `webhook-signature`. Répondez par un statut 2xx en moins de 10 secondes. Sinon, une nouvelle tentative a lieu après environ 5 s, 30 s, 2 min, 10 min, 1 h, 3 h, 6 h, 12 h, 24 h et 24 h. Un événement est livré au moins une fois, et ceux d’une même course dans l’ordre. Une réponse 410 désactive aussitôt le point de réception ; 5 jours d’échecs aussi. 10 points de réception au plus par compte. Un en-tête `Idempotency-Key` reste sans effet : si la réponse s’est perdue, consultez la liste des points de réception avant de renvoyer la requête.',
  'The endpoint, with its secret: keep it, it is not shown again.':
    'Le point de réception, avec son secret : gardez-le, il ne sera plus affiché.',
  'Where to send events: `https:`, port 443 or a port from 1024 up, and a host on the public internet.':
    'Où envoyer les événements : en `https:`, sur le port 443 ou un port à partir de 1024, vers un hôte accessible sur Internet.',
  'Only events of these types; empty or absent means all.':
    'Seulement les événements de ces types ; vide ou absent : tous.',
  'trip.created: a trip was booked. trip.assigned: its driver was set, changed or removed. trip.status_changed: its status advanced, or went back one step because somebody undid the last one in the dashboard. trip.cancelled: it was cancelled. trip.updated: anything else about it changed. More types may be added later: ignore those you do not know.':
    'trip.created : une course a été réservée. trip.assigned : son chauffeur a été désigné, changé ou retiré. trip.status_changed : son statut a avancé, ou reculé d’une étape parce que quelqu’un a annulé la dernière dans le tableau de bord. trip.cancelled : elle a été annulée. trip.updated : autre chose a changé. D’autres types peuvent s’ajouter : ignorez ceux que vous ne connaissez pas.',
  'Your own note.': 'Votre propre note.',
  'An event is sent to the endpoint': 'Un événement est envoyé au point de réception',
  'An event of the account, or a test event, signed according to Standard Webhooks.':
    'Un événement du compte, ou un événement de test, signé selon Standard Webhooks.',
  'An event': 'Un événement',
  'A test': 'Un test',
  'The service disables the endpoint.': 'Le service désactive le point de réception.',
  'Any 2xx within 10 seconds: the event is delivered.':
    'Un statut 2xx en moins de 10 secondes : l’événement est livré.',
  'What a test of an endpoint sends. It has no trip.':
    'Ce qu’envoie le test d’un point de réception. Il n’a pas de course.',
  'Not that of an event that can be read: it begins with `test-`.':
    'Il n’identifie pas un événement que l’on peut lire : il commence par `test-`.',
  'When the test was sent; UTC, with milliseconds.': 'Quand le test a été envoyé ; UTC, avec les millisecondes.',

  'Read a webhook endpoint': 'Lire un point de réception',
  'One endpoint, without its secret.': 'Un point de réception, sans son secret.',
  'The endpoint identifier. A malformed one gets 404, like one that does not exist.':
    'L’identifiant du point de réception. S’il est mal formé, la réponse est 404, comme pour un point de réception qui n’existe pas.',
  'The endpoint.': 'Le point de réception.',
  'The endpoint identifier.': 'L’identifiant du point de réception.',
  'Where events are sent.': 'Où les événements sont envoyés.',
  'Only events of these types are sent; empty means all.':
    'Seuls les événements de ces types sont envoyés ; vide : tous.',
  'DISABLED: nothing is sent, because you asked for it, or the endpoint answered 410, or it failed for 5 days: its delivery attempts show which. Enable it to resume deliveries where they stopped.':
    'DISABLED : rien n’est envoyé, parce que vous l’avez demandé, que le point de réception a répondu 410, ou qu’il a échoué pendant 5 jours : ses tentatives de livraison indiquent laquelle de ces raisons s’applique. Réactivez-le pour reprendre là où les envois se sont arrêtés.',
  'Verify signatures with it (Standard Webhooks). It is shown only in this response.':
    'Il sert à vérifier les signatures (Standard Webhooks). Il n’est affiché que dans cette réponse.',

  'Delete a webhook endpoint': 'Supprimer un point de réception',
  'Nothing more is sent to it; what waits for it and its log of attempts are deleted too.':
    'Plus rien ne lui est envoyé ; les envois en attente et le journal de ses tentatives sont supprimés aussi.',
  'The endpoint as it was.': 'Le point de réception tel qu’il était.',

  'Rotate a webhook secret': 'Renouveler un secret de webhook',
  'Creates a new secret. During the overlap, every delivery also carries a signature made with the old secret, so that the receiver can switch without missing an event. Secrets of earlier rotations sign until their own overlaps end, ten secrets at most. With an overlap of 0, all old secrets stop working at once.':
    'Crée un nouveau secret. Pendant le recouvrement, chaque envoi porte aussi une signature faite avec l’ancien secret, pour que le destinataire change de secret sans manquer d’événement. Les secrets des renouvellements précédents signent jusqu’à la fin de leur propre recouvrement, dix secrets au plus. Avec un recouvrement de 0, tous les anciens secrets cessent aussitôt de servir.',
  'The endpoint, with its new secret.': 'Le point de réception, avec son nouveau secret.',
  'How long every delivery also carries a signature made with the old secret. Without it, 86400: a day.':
    'Combien de temps chaque envoi porte aussi la signature de l’ancien secret. Sans ce membre, 86400 : un jour.',

  'Enable a webhook endpoint': 'Réactiver un point de réception',
  'Deliveries resume where they stopped: events of the last 30 days that were not delivered are sent, at once and in order. This also sends at once what waits for its next attempt at an endpoint that is enabled.':
    'Les envois reprennent là où ils se sont arrêtés : les événements des 30 derniers jours qui n’ont pas été livrés sont envoyés aussitôt, dans l’ordre. Si le point de réception est déjà actif, ce qui attend sa prochaine tentative est aussi envoyé aussitôt.',
  'The endpoint is enabled.': 'Le point de réception est actif.',
  'Disable a webhook endpoint': 'Désactiver un point de réception',
  'Nothing is sent to it until it is enabled again. A request in progress is completed.':
    'Plus rien ne lui est envoyé jusqu’à sa réactivation. Une requête en cours va à son terme.',
  'The endpoint is disabled.': 'Le point de réception est désactivé.',

  'Test a webhook endpoint': 'Tester un point de réception',
  'Sends an event of the type `webhook.test` now, also to a disabled endpoint, and answers with the outcome. The event has the members of every event; `tripId`, `data.trip` and `data.previousStatus` are null. It is not retried, and the endpoint stays as it is.':
    'Envoie aussitôt un événement de type `webhook.test`, même à un point de réception désactivé, et répond par le résultat. L’événement a les membres de tout événement ; `tripId`, `data.trip` et `data.previousStatus` sont null. Il n’y a pas de nouvelle tentative, et le point de réception reste tel quel.',
  'The result of the attempt. The status is 200 even if the attempt failed.':
    'Le résultat de la tentative. Le statut est 200 même si la tentative a échoué.',

  'List delivery attempts': 'Lister les tentatives de livraison',
  'Every attempt to send something to the endpoint, newest first. Kept for 30 days, at most 10,000 of them.':
    'Toutes les tentatives d’envoi au point de réception, de la plus récente à la plus ancienne. Conservées 30 jours, 10 000 au plus.',
  'Attempts per page.': 'Tentatives par page.',
  'One page of attempts.': 'Une page de tentatives.',
  'The event that was sent.': 'L’événement envoyé.',
  '1 for the first attempt to deliver the event. It starts again at 1 when the event is redelivered or the endpoint is enabled.':
    '1 pour la première tentative de livrer l’événement. Repart de 1 quand l’événement est renvoyé à votre demande ou que le point de réception est réactivé.',
  'When it was sent; UTC, with milliseconds.': 'Quand il a été envoyé ; UTC, avec les millisecondes.',
  'The HTTP status of the response; null if there was none.':
    'Le statut HTTP de la réponse ; null s’il n’y en a pas eu.',
  'Why it failed; null if it succeeded. UNSUCCESSFUL_STATUS: the status is not 2xx (redirects are not followed). TIMED_OUT: no response within 10 seconds. HOST_NOT_FOUND: the name has no address. ADDRESS_NOT_ALLOWED: it has no public one. TLS_FAILED: the certificate is not valid, or there is no TLS. CONNECTION_FAILED: no connection, or it was closed without a response. More may be added later.':
    'La raison de l’échec ; null en cas de succès. UNSUCCESSFUL_STATUS : le statut n’est pas 2xx (les redirections ne sont pas suivies). TIMED_OUT : pas de réponse en 10 secondes. HOST_NOT_FOUND : le nom n’a pas d’adresse. ADDRESS_NOT_ALLOWED : il n’en a pas de publique. TLS_FAILED : le certificat n’est pas valide, ou il n’y a pas de TLS. CONNECTION_FAILED : pas de connexion, ou elle a été fermée sans réponse. D’autres peuvent s’ajouter.',
  'How long it took, in milliseconds.': 'La durée, en millisecondes.',
  'When it is tried again; null if it succeeded, was the last attempt or disabled the endpoint.':
    'Quand aura lieu la prochaine tentative ; null si l’envoi a réussi, si c’était la dernière tentative ou s’il a désactivé le point de réception.',
};

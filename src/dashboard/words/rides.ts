import { inLanguages } from '../../web/words.ts';

export const ridesWords = inLanguages(
  {
    title: 'My rides',
    none: 'No rides today or later',
    noneText: 'Your own trips and the rides that contractors assign to you appear here.',
    contractor: 'Booked through',
    contractors: 'You drive for',
    invitation: (name: string) => `${name} invites you to drive for them`,
    invitationText:
      'If you accept, they can assign rides to you, and they see your name, registration number, SIREN, address and phone number for the booking voucher.',
    AGREED: 'Accept',
    DECLINED: 'Decline',
    ENDED: 'Stop driving for them',
    endTitle: (name: string) => `Stop driving for ${name}?`,
    endText:
      'They can no longer assign rides to you. Rides that are already assigned to you stay with you until you decline them or they choose another driver.',
    answeredAGREED: 'You accepted. Rides that are assigned to you appear here.',
    answeredDECLINED: 'You declined the invitation.',
    answeredENDED: 'You no longer drive for this contractor.',
    nothingToAnswer: 'This invitation is no longer valid.',
    unprovenEmail: (email: string) =>
      `You changed your e-mail address to ${email}. Invitations sent there appear here once you have chosen a password with a link sent to it: sign out and use “Forgot your password?”, or ask the operator of the service for a link.`,
    rideTitle: (when: string) => `Ride on ${when}`,
    finish: 'Finish ride',
    navigate: 'Navigate',
    decline: 'I cannot take this ride',
    reason: 'Reason',
    reasonHint: 'Visible to the contractor.',
    declineButton: 'Decline the ride',
    declined: 'You declined the ride. The contractor sees your reason.',
  },
  {
    title: 'Mes courses',
    none: 'Aucune course aujourd’hui ni à venir',
    noneText: 'Vos propres courses et celles que des donneurs d’ordre vous attribuent apparaissent ici.',
    contractor: 'Réservée par',
    contractors: 'Vous conduisez pour',
    invitation: (name) => `${name} vous propose d’assurer des courses`,
    invitationText:
      'Si vous acceptez, ce donneur d’ordre pourra vous attribuer des courses et verra votre nom, votre numéro d’inscription, votre SIREN, votre adresse et votre téléphone pour le bon de réservation.',
    AGREED: 'Accepter',
    DECLINED: 'Refuser',
    ENDED: 'Ne plus conduire pour ce donneur d’ordre',
    endTitle: (name) => `Ne plus conduire pour ${name} ?`,
    endText:
      'Ce donneur d’ordre ne pourra plus vous attribuer de courses. Celles qui vous sont déjà attribuées le restent jusqu’à ce que vous les refusiez ou qu’il choisisse un autre chauffeur.',
    answeredAGREED: 'Vous avez accepté. Les courses qui vous sont attribuées apparaissent ici.',
    answeredDECLINED: 'Vous avez refusé l’invitation.',
    answeredENDED: 'Vous ne conduisez plus pour ce donneur d’ordre.',
    nothingToAnswer: 'Cette invitation n’est plus valable.',
    unprovenEmail: (email) =>
      `Vous avez changé votre adresse e-mail pour ${email}. Les invitations qui y sont envoyées apparaissent ici une fois que vous avez choisi un mot de passe avec un lien envoyé à cette adresse : déconnectez-vous et utilisez « Mot de passe oublié ? », ou demandez un lien à l’exploitant du service.`,
    rideTitle: (when) => `Course du ${when}`,
    finish: 'Terminer la course',
    navigate: 'Itinéraire',
    decline: 'Je ne peux pas assurer cette course',
    reason: 'Motif',
    reasonHint: 'Visible par le donneur d’ordre.',
    declineButton: 'Refuser la course',
    declined: 'Vous avez refusé la course. Le donneur d’ordre voit votre motif.',
  },
);

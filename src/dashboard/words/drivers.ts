import { inLanguages } from '../../web/words.ts';

export const driversWords = inLanguages(
  {
    title: 'Drivers',
    intro: 'You assign trips to drivers who have accepted. They see those trips under “My rides”.',
    none: 'No drivers yet',
    noneToDo:
      'Invite a driver by their e-mail address. They accept in their own dashboard; then you can assign trips to them.',
    email: 'Driver’s e-mail address',
    emailHint:
      'Enter the address that the driver signs in with. They need a driver account of their own. No e-mail is sent: let them know yourself.',
    invite: 'Invite a driver',
    send: 'Invite',
    invited: (email: string) =>
      `${email} has been invited. No e-mail is sent: ask them to sign in to their own account and accept under “My rides”.`,
    alreadyAgreed: (email: string) => `${email} already drives for you.`,
    emailFault: 'Enter an e-mail address.',
    ownMember:
      'This is the address of a member of your team, or of somebody invited to it. To drive for you, they need a driver account with another address.',
    tooMany: (most: string) => `You can invite up to ${most} drivers.`,
    tooManyInvitations: (minutes: number) => `Too many invitations. Try again in ${minutes} min.`,
    name: 'Name',
    nameUnknown: 'Not known yet',
    emailTitle: 'E-mail',
    status: 'Status',
    since: 'Invited',
    INVITED: 'Invited',
    AGREED: 'Drives for you',
    DECLINED: 'Declined',
    ENDED: 'Ended',
    WITHDRAWN: 'Invitation withdrawn',
    actions: 'Actions',
    end: 'Remove',
    endTitle: (name: string) => `Remove ${name}?`,
    endText:
      'You can no longer assign trips to them. Trips already assigned to them stay with them until you choose another driver.',
    openTrips: (total: number, text: string) =>
      total === 1
        ? '1 upcoming or ongoing trip is still assigned to them.'
        : `${text} upcoming or ongoing trips are still assigned to them.`,
    trips: 'Trips',
    seeTrips: 'See these trips',
    ended: (email: string) =>
      `${email} no longer drives for you. Trips already assigned to them stay with them until you choose another driver.`,
    withdraw: 'Withdraw invitation',
    withdrawn: (email: string) => `The invitation for ${email} has been withdrawn.`,
    inviteAgain: 'Invite again',
    choose: 'Choose a driver',
    nobody: 'No driver',
    noneAgreed: 'No driver has agreed to drive for you yet.',
    notAgreed: 'This driver has not agreed to share their business details with you.',
    stopped: 'This driver no longer drives for you, so their details are hidden.',
    replaceOrInvite: 'Choose another driver, or invite them again.',
    replaceOrWait: 'Choose another driver, or wait until they accept your new invitation.',
    notYours: 'Choose a driver who drives for you.',
    removed: 'The trip no longer has a driver.',
  },
  {
    title: 'Chauffeurs',
    intro: 'Vous attribuez des courses aux chauffeurs qui ont accepté. Ils les voient dans « Mes courses ».',
    none: 'Aucun chauffeur pour l’instant',
    noneToDo:
      'Invitez un chauffeur avec son adresse e-mail. Il accepte dans son propre tableau de bord ; vous pouvez alors lui attribuer des courses.',
    email: 'Adresse e-mail du chauffeur',
    emailHint:
      'Saisissez l’adresse avec laquelle il se connecte. Il lui faut son propre compte de chauffeur. Aucun e-mail n’est envoyé : prévenez-le vous-même.',
    invite: 'Inviter un chauffeur',
    send: 'Inviter',
    invited: (email) =>
      `${email} a été invité. Aucun e-mail n’est envoyé : demandez-lui de se connecter à son compte et d’accepter sous « Mes courses ».`,
    alreadyAgreed: (email) => `${email} conduit déjà pour vous.`,
    emailFault: 'Saisissez une adresse e-mail.',
    ownMember:
      'C’est l’adresse d’un membre de votre équipe, ou d’une personne qui y est invitée. Pour conduire pour vous, il lui faut un compte de chauffeur avec une autre adresse.',
    tooMany: (most) => `Vous pouvez inviter au plus ${most} chauffeurs.`,
    tooManyInvitations: (minutes) => `Trop d’invitations. Réessayez dans ${minutes} min.`,
    name: 'Nom',
    nameUnknown: 'Pas encore connu',
    emailTitle: 'E-mail',
    status: 'Statut',
    since: 'Invité le',
    INVITED: 'Invité',
    AGREED: 'Conduit pour vous',
    DECLINED: 'A refusé',
    ENDED: 'Terminé',
    WITHDRAWN: 'Invitation retirée',
    actions: 'Actions',
    end: 'Retirer',
    endTitle: (name) => `Retirer ${name} ?`,
    endText:
      'Vous ne pourrez plus lui attribuer de courses. Celles qui lui sont déjà attribuées lui restent jusqu’à ce que vous choisissiez un autre chauffeur.',
    openTrips: (total, text) =>
      total === 1
        ? '1 course à venir ou en cours lui est encore attribuée.'
        : `${text} courses à venir ou en cours lui sont encore attribuées.`,
    trips: 'Courses',
    seeTrips: 'Voir ces courses',
    ended: (email) =>
      `${email} ne conduit plus pour vous. Les courses déjà attribuées lui restent jusqu’à ce que vous choisissiez un autre chauffeur.`,
    withdraw: 'Retirer l’invitation',
    withdrawn: (email) => `L’invitation de ${email} a été retirée.`,
    inviteAgain: 'Inviter de nouveau',
    choose: 'Choisir un chauffeur',
    nobody: 'Aucun chauffeur',
    noneAgreed: 'Aucun chauffeur n’a encore accepté de conduire pour vous.',
    notAgreed: 'Ce chauffeur n’a pas accepté de vous communiquer ses coordonnées professionnelles.',
    stopped: 'Ce chauffeur ne conduit plus pour vous : ses coordonnées sont masquées.',
    replaceOrInvite: 'Choisissez un autre chauffeur, ou invitez de nouveau celui-ci.',
    replaceOrWait: 'Choisissez un autre chauffeur, ou attendez que celui-ci accepte votre nouvelle invitation.',
    notYours: 'Choisissez un chauffeur qui conduit pour vous.',
    removed: 'La course n’a plus de chauffeur.',
  },
);

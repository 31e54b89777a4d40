const scheduledPickupTime = '2027-07-14T08:30:00.000Z'; // from a response

const forTheDriver = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  dateStyle: 'full',
  timeStyle: 'short',
});
console.log(forTheDriver.format(new Date(scheduledPickupTime)));

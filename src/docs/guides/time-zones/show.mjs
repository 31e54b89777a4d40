const scheduledPickupTime = '2027-07-14T08:30:00.000Z'; // as it came in an answer

const forTheDriver = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  dateStyle: 'full',
  timeStyle: 'short',
});
console.log(forTheDriver.format(new Date(scheduledPickupTime)));

/** A time on the clocks of a place, such as 2027-07-14T10:30, with the offset that holds there on that day. */
function withOffset(localTime, timeZone) {
  const asUtc = Date.parse(`${localTime}Z`);
  const offsetAt = (instant) => {
    const parts = new Intl.DateTimeFormat('en', {
      timeZone,
      timeZoneName: 'longOffset',
    }).formatToParts(instant);
    const name = parts.find(({ type }) => type === 'timeZoneName').value;
    return name === 'GMT' ? '+00:00' : name.slice(3);
  };
  const minutes = (offset) =>
    Number(`${offset[0]}1`) *
    (60 * Number(offset.slice(1, 3)) + Number(offset.slice(4, 6)));
  const guess = offsetAt(asUtc);
  // Around a clock change the first guess can be an hour off, so check it once more.
  return localTime + offsetAt(asUtc - minutes(guess) * 60_000);
}

console.log(withOffset('2027-01-14T10:30:00', 'Europe/Paris'));
console.log(withOffset('2027-07-14T10:30:00', 'Europe/Paris'));
console.log(withOffset('2027-03-28T03:30:00', 'Europe/Paris'));
console.log(withOffset('2027-01-14T10:30:00', 'Indian/Reunion'));

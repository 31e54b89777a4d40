// Search over the documentation. The index is fetched once, when the field gets the focus, and searched here.
// Without this script the form leads to a page with the results.

const MAX_RESULTS = 12;

const form = document.querySelector('form[data-index]');
const input = form.querySelector('input');
const list = form.querySelector('.search-results');
const status = form.querySelector('[role=status]');

const { findEntries, searchable } = await import(form.dataset.finder);

let loading;
const load = () => {
  loading ??= fetch(form.dataset.index)
    .then((response) => response.json())
    .then(searchable)
    .catch(() => {
      loading = undefined; // the next key tries again
      return [];
    });
  return loading;
};

async function show() {
  const isEmpty = input.value.trim() === '';
  const found = isEmpty ? [] : findEntries(await load(), input.value).slice(0, MAX_RESULTS);
  list.replaceChildren(...(found.length > 0 ? found.map(result) : [nothing()]));
  list.hidden = isEmpty;
  status.textContent = isEmpty ? '' : found.length > 0 ? counted(found.length) : form.dataset.none;
}

const counted = (count) => `${count} ${count === 1 ? form.dataset.one : form.dataset.many}`;

function result({ title, path, context }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = path;
  const name = document.createElement('strong');
  name.textContent = title;
  const where = document.createElement('span');
  where.textContent = context;
  link.append(name, where);
  item.append(link);
  return item;
}

function nothing() {
  const item = document.createElement('li');
  item.textContent = form.dataset.none;
  return item;
}

const close = () => {
  list.hidden = true;
};

input.addEventListener('focus', load);
input.addEventListener('input', show);
input.addEventListener('click', show);
form.addEventListener('submit', (event) => {
  const first = list.querySelector('a');
  if (list.hidden || !first) return;
  event.preventDefault();
  location.href = first.href;
});
form.addEventListener('keydown', (event) => {
  const places = [input, ...list.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') {
    input.focus();
    close();
  } else if (step && !list.hidden) {
    event.preventDefault();
    places[places.indexOf(document.activeElement) + step]?.focus();
  }
});
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!form.contains(relatedTarget)) close();
});
list.addEventListener('click', close); // a result may be on this page

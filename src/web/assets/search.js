// Search over the documentation. The index is fetched once, when the field gets the focus, and searched here.
// Without this script the form leads to the list of all pages.

const MAX_RESULTS = 12;

const form = document.querySelector('form[data-index]');
const input = form.querySelector('input');
const list = form.querySelector('.search-results');
const status = form.querySelector('[role=status]');

/** Without accents and case. */
const folded = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

let loading;
const load = () => {
  loading ??= fetch(form.dataset.index)
    .then((response) => response.json())
    .then((entries) =>
      entries.map(([title, path, context, text]) => ({
        title,
        path,
        context,
        inTitle: folded(title),
        everywhere: folded(`${title} ${context} ${text}`),
      })),
    )
    .catch(() => {
      loading = undefined; // the next key tries again
      return [];
    });
  return loading;
};

/** Lower is better: the title itself, its beginning, within it, elsewhere. */
function rank({ inTitle }, words) {
  const text = words.join(' ');
  if (inTitle === text) return 0;
  if (inTitle.startsWith(text)) return 1;
  return words.every((word) => inTitle.includes(word)) ? 2 : 3;
}

async function show() {
  const words = folded(input.value).split(/\s+/).filter(Boolean);
  const entries = words.length > 0 ? await load() : [];
  const found = entries
    .filter(({ everywhere }) => words.every((word) => everywhere.includes(word)))
    .sort((a, b) => rank(a, words) - rank(b, words))
    .slice(0, MAX_RESULTS);
  list.replaceChildren(...(found.length > 0 ? found.map(result) : [nothing()]));
  list.hidden = words.length === 0;
  status.textContent =
    words.length === 0 ? '' : found.length > 0 ? `${found.length} ${form.dataset.count}` : form.dataset.none;
}

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

const asked = new URLSearchParams(location.search).get('q');
if (asked) {
  input.value = asked;
  input.focus();
  show();
}

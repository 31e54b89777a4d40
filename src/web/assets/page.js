// What makes pages smoother; every page works without it. Pages ask for it by attributes alone:
//   data-copy="#id" data-copied="Copied"   a button that copies an element's text
//   data-dialog                            a link whose page's #dialog is shown in a dialog instead
//   data-live="#id"                        a form whose answer replaces that element while one types
//   data-print                             a button that prints the page
//   data-refresh="/path"                   an element that is fetched anew when what this path answers is no longer
//                                          data-refresh-value; asked every data-refresh-seconds while the page is seen
//   data-remember="name"                   radio buttons whose choice is kept for other pages
//   data-scratch                           a part of a form that is never saved
//   data-submit                            a field that sends its form when it changes
//   data-unsaved                           a form whose changes are not left without a warning; "changed" if it has some

const LIVE_PAUSE_MS = 250;

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).textContent.trim());
    button.textContent = button.dataset.copied;
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}

async function fetchPart(url, id, options = {}) {
  const response = await fetch(url, { credentials: 'same-origin', ...options });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return page.getElementById(id);
}

document.addEventListener('click', async (event) => {
  const link = event.target.closest('a[data-dialog]');
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !isPlain) return;
  event.preventDefault();
  const part = await fetchPart(link.href, 'dialog').catch(() => null);
  if (!part) {
    location.href = link.href;
    return;
  }
  showDialog(part);
});

function showDialog(part) {
  const dialog = document.createElement('dialog');
  const heading = part.querySelector('h1, h2');
  if (heading?.id) dialog.setAttribute('aria-labelledby', heading.id);
  dialog.append(...part.childNodes);
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog || event.target.closest('[data-close]')) {
      event.preventDefault();
      dialog.close();
    }
  });
  dialog.showModal();
}

for (const form of document.querySelectorAll('form[data-live]')) {
  let timer;
  let running = new AbortController();
  const refresh = async () => {
    running.abort();
    running = new AbortController();
    const target = document.querySelector(form.dataset.live);
    target.setAttribute('aria-busy', 'true');
    const fields = new URLSearchParams(new FormData(form));
    const isGet = form.method === 'get';
    const url = new URL(form.action);
    if (isGet) url.search = fields;
    const options = { signal: running.signal, method: form.method, ...(isGet ? {} : { body: fields }) };
    try {
      const part = await fetchPart(url, target.id, options);
      if (part) target.replaceChildren(...part.childNodes);
      if (isGet) history.replaceState(null, '', url);
      target.removeAttribute('aria-busy');
    } catch (error) {
      if (error.name !== 'AbortError') target.removeAttribute('aria-busy');
    }
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, LIVE_PAUSE_MS);
  });
  if (form.method === 'get')
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      clearTimeout(timer);
      refresh();
    });
}

for (const field of document.querySelectorAll('[data-submit]')) {
  field.addEventListener('change', () => field.form.requestSubmit());
}

for (const form of document.querySelectorAll('form[data-unsaved]')) {
  form.addEventListener('input', ({ target }) => {
    if (!target.closest('[data-scratch]')) form.dataset.unsaved = 'changed';
  });
}

document.addEventListener('submit', ({ target }) => {
  delete target.dataset.unsaved;
});

addEventListener('beforeunload', (event) => {
  if (document.querySelector('form[data-unsaved="changed"]')) event.preventDefault();
});

for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}

for (const part of document.querySelectorAll('[data-refresh]')) {
  let value = part.dataset.refreshValue;
  const sayLive = () => {
    for (const text of part.querySelectorAll('[data-refresh-live]')) text.textContent = text.dataset.refreshLive;
  };
  const refresh = async () => {
    if (document.hidden) return;
    const response = await fetch(part.dataset.refresh, { credentials: 'same-origin', redirect: 'error' });
    const latest = await response.text();
    if (!response.ok || latest === value) return;
    const fresh = await fetchPart(location.href, part.id);
    if (!fresh) return;
    value = fresh.dataset.refreshValue;
    part.replaceChildren(...fresh.childNodes);
    sayLive();
  };
  const refreshQuietly = () => refresh().catch(() => {}); // the next attempt follows
  setInterval(refreshQuietly, Number(part.dataset.refreshSeconds) * 1000);
  document.addEventListener('visibilitychange', refreshQuietly);
  sayLive();
}

// Last, because a browser that stores nothing throws here.
for (const group of document.querySelectorAll('[data-remember]')) {
  const name = group.dataset.remember;
  const chosen = localStorage.getItem(name);
  for (const radio of group.querySelectorAll('input')) radio.checked = chosen ? radio.value === chosen : radio.checked;
  group.addEventListener('change', ({ target }) => localStorage.setItem(name, target.value));
}

// What makes pages smoother; every page works without it. Pages ask for it by attributes alone:
//   data-close                             a link or button of a dialog that closes it
//   data-copy="#id" data-copied="Copied"   a button that copies an element's text
//   data-dialog                            a link whose page's #dialog is shown in a dialog instead
//   data-member="id"                       the signed-in member; data-ended="Text" says that a form was not saved because the
//                                          session had ended, data-restored="Text" also that its input is back, and
//                                          data-restored-partly="Text" that some of it is
//   data-ended="Text" data-kept="Text"     the same of the form to sign in, where the input is kept until then
//   data-live="#id, #other"                a form whose answer replaces these elements while one types,
//                                          except into fields within data-still, on which the answer does not depend;
//                                          one with data-failed="Text" shows this instead if there is no answer
//   data-live-button                       a button of such a form that saves nothing: the answer is shown in the same way,
//                                          the fields get its values, and the focus moves to its autofocus field
//   data-live-from="/path"                 an element that is replaced so, or what its data-live names, by what this path
//                                          answers to its form, which itself saves what it is sent
//   data-offline="Text"                    a form that is not submitted without a connection; the text says so
//   data-outcome                           a notice of what came of a form; goes when another one is not submitted, and
//                                          when the page has followed a change
//   data-outdated                          the answer to a form that was refused because its session had ended
//   data-print                             a button that prints the page
//   data-refresh="/path"                   an element that is fetched again, with the page's title, when what this path
//                                          answers is no longer data-refresh-value; what was typed in it stays,
//                                          and so does the focus on a field or a link; of the buttons beside the title,
//                                          those are shown that the page still has;
//                                          within it, a form with data-keeps-version also keeps its hidden fields, so that
//                                          it is refused once its record has changed;
//                                          asked every data-refresh-seconds while the page is seen;
//                                          within it, data-refresh-live="Text" is shown while that works, and
//                                          data-refresh-failed="Text {time}" with the last time that it did, in
//                                          data-time-zone, and a link to sign in, data-sign-in="Text", once the session
//                                          has ended
//   data-remember="name"                   radio buttons whose choice is kept for other pages
//   data-removed-after="60000"             an element that is removed so many milliseconds after it was loaded
//   data-scratch                           a part of a page whose fields are never saved
//   data-search                            a field that / or Ctrl+K (⌘K) focuses
//   data-select-all                        a link that ticks all boxes of its form instead
//   data-suggest="/path"                   a text field with suggestions from there below it; once one is chosen,
//                                          data-found="#id" no longer shows what was found for the text before
//   data-typed                             a hidden field that belongs to what is typed: it is given back with it
//   data-unsaved                           a form that has changes from the start; no form that saves something is left
//                                          with changes unless a warning was confirmed

const LIVE_PAUSE_MS = 250;
const SUGGEST_PAUSE_MS = 120;

// Of a page that answered a form, Back would make browsers ask whether to send that again: it opens the address instead.
history.replaceState(history.state, '', location.href);

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

function noticeOf(kind, role, text) {
  const notice = document.createElement('p');
  notice.className = `notice ${kind}`;
  notice.setAttribute('role', role);
  notice.textContent = text;
  return notice;
}

/** Below the title of the form's dialog or page, where pages have their notices. */
function showOnTop(notice, form) {
  const part = form.closest('dialog') ?? document.querySelector('main');
  part.querySelector('.page-head, h1, h2').after(notice);
  notice.scrollIntoView({ block: 'center' });
}

function removeOutcomes() {
  for (const outcome of document.querySelectorAll('[data-outcome]')) outcome.remove();
}

// Otherwise the browser's error page would replace the form, and what was typed would be lost. Runs before all other
// listeners, since to them the form has not been submitted.
let offlineNotice;
addEventListener(
  'submit',
  (event) => {
    const { offline } = event.target.dataset;
    offlineNotice?.remove();
    if (navigator.onLine || offline === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    removeOutcomes();
    offlineNotice = noticeOf('bad', 'alert', offline);
    showOnTop(offlineNotice, event.target);
  },
  { capture: true },
);
addEventListener('online', () => offlineNotice?.remove());

// The answer to a form may take a while on a slow connection: the button that was pressed shows that it is on its way.
const BUSY = 'aria-busy';
// A second press meanwhile is ignored; the browser may have been told to stop, so not forever.
const MAX_BUSY_MS = 10_000;
const sentAt = new WeakMap();
document.addEventListener('submit', (event) => {
  const { submitter, target, timeStamp } = event;
  if (target.method !== 'post' || event.defaultPrevented) return;
  if (timeStamp - (sentAt.get(target) ?? -Infinity) < MAX_BUSY_MS) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  sentAt.set(target, timeStamp);
  submitter?.setAttribute(BUSY, 'true');
});
// Back again.
addEventListener('pageshow', () => {
  for (const form of document.forms) sentAt.delete(form);
  for (const button of document.querySelectorAll(`button[${BUSY}]`)) button.removeAttribute(BUSY);
});

/** Only this browser's clock counts, since the server's may differ. */
function removeInTime(page) {
  for (const part of page.querySelectorAll('[data-removed-after]')) {
    const remainingMs = Number(part.dataset.removedAfter);
    const end = Date.now() + remainingMs;
    setTimeout(() => part.remove(), remainingMs);
    // The timer rests while the device sleeps, and while Back could lead to the page.
    for (const seenAgain of ['visibilitychange', 'pageshow'])
      addEventListener(seenAgain, () => {
        if (Date.now() >= end) part.remove();
      });
  }
}
removeInTime(document);

async function fetchPage(url, options = {}) {
  const response = await fetch(url, { credentials: 'same-origin', ...options });
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

document.addEventListener('click', async (event) => {
  const link = event.target.closest('a[data-dialog]');
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !isPlain) return;
  event.preventDefault();
  const page = await fetchPage(link.href).catch(() => null);
  const part = page?.getElementById('dialog');
  if (!part) {
    location.href = link.href;
    return;
  }
  showDialog(part, link.href);
});

function showDialog(part, url) {
  const dialog = document.createElement('dialog');
  dialog.dataset.url = url;
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
  dialog.scrollTop = 0; // the field or button in focus may be far down
}

for (const part of document.querySelectorAll('form[data-live], [data-live-from]')) {
  const form = part.closest('form');
  const { live = `#${part.id}`, liveFrom = form.action } = part.dataset;
  const fail = (target) => {
    if (target.dataset.failed !== undefined) target.textContent = target.dataset.failed;
  };
  /** A user who is choosing in it must not lose their place, unless they pressed a button, which is then sent with a new page. */
  const show = (page, target, isPressed) => {
    const part = page.getElementById(target.id);
    if (!part) isPressed || fail(target);
    else if (isPressed || !target.contains(document.activeElement)) target.replaceChildren(...part.childNodes);
  };
  let timer;
  let running = new AbortController();
  /** Returns the page and where it wants the focus, if there was an answer; undefined if a newer request took its place. */
  const refresh = async (button) => {
    running.abort();
    running = new AbortController();
    const targets = [...document.querySelectorAll(live)];
    const finish = () => {
      for (const target of targets) target.removeAttribute('aria-busy');
    };
    for (const target of targets) target.setAttribute('aria-busy', 'true');
    const fields = new URLSearchParams(new FormData(form, button));
    const isGet = form.method === 'get';
    const url = new URL(liveFrom, location.href);
    if (isGet) url.search = fields;
    const options = { signal: running.signal, method: form.method, ...(isGet ? {} : { body: fields }) };
    try {
      const page = await fetchPage(url, options);
      const next = page.querySelector('[autofocus]');
      // The focus stays with what the user types.
      for (const part of page.querySelectorAll('[autofocus]')) part.removeAttribute('autofocus');
      for (const target of targets) show(page, target, button !== undefined);
      if (isGet) history.replaceState(null, '', url);
      finish();
      return { page, next };
    } catch (error) {
      if (error.name === 'AbortError') return undefined;
      if (!button) for (const target of targets) fail(target);
      finish();
      return {};
    }
  };
  form.addEventListener('input', ({ target }) => {
    if (target.closest('[data-still]')) return;
    running.abort(); // its answer would be to what was typed before
    clearTimeout(timer);
    timer = setTimeout(() => refresh(), LIVE_PAUSE_MS);
  });
  let isLoading = false;
  form.addEventListener('submit', async (event) => {
    const { submitter } = event;
    // Errors beside the fields go only with a new page.
    const button =
      submitter?.matches('[data-live-button]') && !form.querySelector('[aria-invalid]') ? submitter : undefined;
    if (isLoading || (form.method !== 'get' && !button)) return;
    event.preventDefault();
    event.stopPropagation(); // to the listeners below, the form has not been submitted
    clearTimeout(timer);
    const focused = document.activeElement;
    const answer = await refresh(button);
    if (!button || !answer) return;
    const { page, next } = answer;
    isLoading = !page?.querySelector(live); // the session may have ended
    if (isLoading) return form.requestSubmit(button);
    for (const [name, value] of new FormData(page.querySelector('form[data-live]'))) {
      const field = form.elements[name];
      if (field && !field.closest?.('[data-still]')) field.value = value; // there, one may have typed meanwhile
    }
    if (![focused, document.body].includes(document.activeElement)) return;
    (document.contains(next) ? next : document.getElementById(next?.id))?.focus();
  });
}

// The combobox pattern of the ARIA Authoring Practices: the focus stays in the field, arrow keys move through the list.
for (const field of document.querySelectorAll('[data-suggest]')) {
  const list = document.createElement('ul');
  list.id = `${field.id}-suggestions`;
  list.className = 'suggestions';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', field.labels[0].textContent);
  field.after(list);
  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', list.id);
  let timer;
  let running = new AbortController();
  let active = -1;

  const mark = (index) => {
    active = index;
    for (const [at, option] of [...list.children].entries()) option.setAttribute('aria-selected', String(at === index));
    const option = list.children[index];
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  };
  const show = (suggestions) => {
    list.replaceChildren(...suggestions.map(optionOf));
    list.hidden = suggestions.length === 0;
    field.setAttribute('aria-expanded', String(!list.hidden));
    mark(-1);
  };
  const stop = () => {
    clearTimeout(timer);
    running.abort();
  };
  const close = () => {
    stop();
    show([]);
  };
  const optionOf = (text, index) => {
    const option = document.createElement('li');
    option.id = `${list.id}-${index}`;
    option.textContent = text;
    option.setAttribute('role', 'option');
    option.addEventListener('mousedown', (event) => event.preventDefault()); // the field keeps the focus
    option.addEventListener('click', () => choose(option));
    return option;
  };
  const choose = (option) => {
    field.value = option.textContent;
    document.querySelector(field.dataset.found)?.replaceChildren();
    field.dispatchEvent(new Event('input', { bubbles: true })); // for the form around it
    close();
  };
  const suggest = async () => {
    running.abort();
    running = new AbortController();
    const url = new URL(field.dataset.suggest, location.href);
    url.searchParams.set('q', field.value);
    try {
      const response = await fetch(url, { signal: running.signal });
      const { places } = response.ok ? await response.json() : { places: [] };
      show(places.filter((place) => place !== field.value));
    } catch (error) {
      if (error.name !== 'AbortError') show([]);
    }
  };
  const moves = { ArrowDown: 1, ArrowUp: -1 };

  show([]);
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, SUGGEST_PAUSE_MS);
  });
  field.addEventListener('blur', close);
  field.form.addEventListener('submit', close); // the answer may offer other addresses
  field.addEventListener('keydown', (event) => {
    const { length } = list.children;
    if (length === 0) return;
    if (event.key in moves) {
      stop(); // newer suggestions would take away the one that the user is choosing
      mark((Math.max(active, event.key === 'ArrowUp' ? 0 : -1) + moves[event.key] + length) % length);
    } else if (['Enter', 'Tab'].includes(event.key) && active >= 0) choose(list.children[active]);
    else if (event.key === 'Escape') close();
    else return;
    if (event.key !== 'Tab') event.preventDefault();
  });
}

document.addEventListener('input', ({ target }) => {
  // Password managers fill in passwords on their own.
  const isKept = target.form?.method === 'post' && target.type !== 'password' && !target.closest('[data-scratch]');
  if (isKept) target.form.dataset.unsaved = '';
});

document.addEventListener('submit', ({ target }) => {
  delete target.dataset.unsaved;
});

addEventListener('beforeunload', (event) => {
  if (document.querySelector('form[data-unsaved]')) event.preventDefault();
});

const searchField = document.querySelector('[data-search]');
if (searchField)
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, select, textarea, [contenteditable]');
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping;
    const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!(isSlash || isCommand) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    searchField.focus();
    searchField.select();
    if (document.activeElement !== searchField) location.href = searchField.form.action; // it is in a closed menu
  });

for (const link of document.querySelectorAll('[data-select-all]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    for (const box of link.closest('form').querySelectorAll('[type="checkbox"]')) box.checked = true;
  });
}

for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}

/** The title, and which of the buttons beside it there still are. */
function followHead(page) {
  document.title = page.title;
  document.querySelector('h1').textContent = page.querySelector('h1').textContent;
  const actions = '.page-head > .buttons';
  const buttons = document.querySelector(actions);
  if (buttons) buttons.hidden = !page.querySelector(actions);
  const targets = [...page.querySelectorAll(`${actions} a`)].map((link) => link.getAttribute('href'));
  for (const link of document.querySelectorAll(`${actions} a`))
    link.hidden = !targets.includes(link.getAttribute('href'));
}

/** Puts a form with changes back into a part that was replaced, with the new hidden fields unless it keeps its version. */
function keepTyped(form, part) {
  const fresh = part.querySelector(`form[action="${CSS.escape(form.getAttribute('action'))}"]`);
  if (!fresh) return;
  if (form.dataset.keepsVersion === undefined)
    for (const { name, value } of fresh.querySelectorAll('[type="hidden"]')) form.elements[name].value = value;
  fresh.replaceWith(form);
  unfold(form);
}

/** Somebody is in one of its fields, or has changed it. A button may now be for another step. */
const isInUse = (form) =>
  form.matches('[data-unsaved], :has(:is(input, select, textarea):focus)') ||
  [...form.elements].some(({ value, defaultValue }) => defaultValue !== undefined && value !== defaultValue);

/** What had the focus before a part was replaced: a field that was put back, or the same link. */
function focusAgain(focused, part) {
  const href = focused.getAttribute('href');
  const kept = focused.isConnected || href === null ? focused : part.querySelector(`a[href="${CSS.escape(href)}"]`);
  if (kept !== document.activeElement) kept?.focus({ preventScroll: true });
}

for (const part of document.querySelectorAll('[data-refresh]')) {
  let value = part.dataset.refreshValue;
  let updatedAt = new Date();
  let said; // not again, for screen readers
  const sayLive = () => {
    if (said === 'live') return;
    said = 'live';
    for (const text of part.querySelectorAll('[data-refresh-live]')) {
      text.textContent = text.dataset.refreshLive;
      text.classList.remove('stale');
    }
  };
  const sayFailed = (how) => {
    if (said === how) return;
    said = how;
    for (const text of part.querySelectorAll('[data-refresh-failed]')) {
      const { timeZone, refreshFailed, signIn } = text.dataset;
      const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone };
      const time = updatedAt.toLocaleTimeString(document.documentElement.lang, format);
      text.textContent = refreshFailed.replace('{time}', time);
      text.classList.add('stale');
      if (how !== 'signed out') continue;
      const link = document.createElement('a');
      link.href = location.href; // which leads to the sign-in, and back
      link.textContent = signIn;
      text.append(' ', link);
    }
  };
  const refresh = async () => {
    if (document.hidden) return;
    const response = await fetch(part.dataset.refresh, { credentials: 'same-origin', redirect: 'manual' });
    if (!response.ok) return sayFailed(response.type === 'opaqueredirect' ? 'signed out' : 'failed');
    if ((await response.text()) !== value) {
      const page = await fetchPage(location.href);
      const fresh = page.getElementById(part.id);
      if (!fresh) return sayFailed('failed');
      value = fresh.dataset.refreshValue;
      part.dataset.refresh = fresh.dataset.refresh;
      const opened = [...part.querySelectorAll('details')].map(({ open }) => open);
      for (const [index, details] of fresh.querySelectorAll('details').entries()) details.open = opened[index] ?? false;
      const typed = [...part.querySelectorAll('form')].filter(isInUse);
      const focused = document.activeElement;
      removeOutcomes(); // it may no longer be so
      part.replaceChildren(...fresh.childNodes);
      removeInTime(part);
      for (const form of typed) keepTyped(form, part);
      focusAgain(focused, part);
      followHead(page);
      said = undefined;
    }
    updatedAt = new Date();
    sayLive();
  };
  const refreshQuietly = () => refresh().catch(() => sayFailed('failed')); // the next attempt follows
  setInterval(refreshQuietly, Number(part.dataset.refreshSeconds) * 1000);
  document.addEventListener('visibilitychange', refreshQuietly);
  addEventListener('online', refreshQuietly);
  sayLive();
}

// Last, because a browser that stores nothing throws here.
// A form that is submitted after the session ended leads to the sign-in and from there back to its page, where it gets
// back what was typed, if anything was. If the member has signed in again in another tab, the form is refused, and its page
// follows at once. Another page of a signed-in member in between means that it was answered; one that asks for the password
// again means neither.
const TYPED = 'typed';
const NOT_TYPED = ['hidden', 'password', 'submit', 'button', 'fieldset'];
const { member, ended, restored, restoredPartly } = document.querySelector('[data-member]')?.dataset ?? {};
const signIn = document.querySelector('form[action="/app/sign-in"]');
const typed = JSON.parse(sessionStorage.getItem(TYPED) ?? 'null');
if (member && typed) {
  sessionStorage.removeItem(TYPED);
  if (typed.member === member && !typed.isRefused && document.querySelector('[data-outdated]')) {
    sessionStorage.setItem(TYPED, JSON.stringify({ ...typed, sessionEnded: true, isRefused: true }));
    location.replace(typed.page);
  } else if (typed.member === member && typed.sessionEnded) giveBack(typed);
} else if (typed && signIn && !typed.sessionEnded && location.search !== '') {
  sessionStorage.removeItem(TYPED); // it was answered, and ended the session
} else if (typed && signIn) {
  sessionStorage.setItem(TYPED, JSON.stringify({ ...typed, sessionEnded: true }));
  signIn.elements.to.value = typed.page;
  const text = typed.fields.length > 0 ? signIn.dataset.kept : signIn.dataset.ended;
  showOnTop(noticeOf('warn', 'status', text), signIn);
}

document.addEventListener('submit', ({ target }) => {
  if (!member || target.method !== 'post') return;
  const canType = ({ name, type, readOnly }) => name && !readOnly && !NOT_TYPED.includes(type);
  const all = [...target.elements];
  const fields = (all.some(canType) ? all : [])
    .filter((field) => canType(field) || field.dataset.typed !== undefined)
    .map(({ name, type, value, checked }) => ({ name, value, checked: /radio|checkbox/.test(type) ? checked : null }));
  const { pathname, search } = new URL(target.closest('dialog')?.dataset.url ?? location.href);
  const entry = { member, page: pathname + search, action: target.getAttribute('action'), fields };
  sessionStorage.setItem(TYPED, JSON.stringify(entry));
});

function giveBack({ action, fields, isRefused }) {
  const form = document.querySelector(`form[action="${CSS.escape(action)}"]`);
  if (form && fields.length > 0) restore(form, fields);
  else if (isRefused) showOnTop(noticeOf('warn', 'status', ended), document.querySelector('main'));
}

function restore(form, fields) {
  let isComplete = true; // not with time windows that had been added, say
  for (const { name, value, checked } of fields) {
    const [first, ...others] = form.querySelectorAll(`[name="${CSS.escape(name)}"]`);
    if (!first) isComplete &&= value === '' || checked === false;
    else if (checked === null) first.value = value;
    else restoreChoice([first, ...others], value, checked);
  }
  form.dataset.unsaved = '';
  form.dispatchEvent(new Event('input', { bubbles: true })); // for what depends on it
  const notice = noticeOf('warn', 'status', isComplete ? restored : restoredPartly);
  form.prepend(notice);
  unfold(form);
  notice.scrollIntoView({ block: 'center' });
}

/** A chosen radio button that the page does not have yet, such as a rider who was searched for, is sent with the others. */
function restoreChoice(fields, value, checked) {
  const same = fields.find((field) => field.value === value);
  if (same) same.checked = checked;
  else if (checked && fields[0].type === 'radio') {
    const chosen = fields[0].cloneNode();
    Object.assign(chosen, { value, hidden: true });
    fields[0].before(chosen);
    chosen.checked = true;
  }
}

/** Opens the sections that a form is in or has, so that all of it is seen. */
function unfold(form) {
  for (const section of document.querySelectorAll('details'))
    if (section.contains(form) || form.contains(section)) section.open = true;
}

// The link back to a list leads to it as it was left in this tab, with its filter and page.
if (member) {
  const leftAt = (pathname) => `left ${member} ${pathname}`;
  const { pathname, searchParams } = new URL(location.href);
  for (const name of ['select', 'assignTo']) searchParams.delete(name); // only for this visit
  sessionStorage.setItem(leftAt(pathname), searchParams.toString());
  const back = document.querySelector('a.back');
  if (back && !back.search) back.search = sessionStorage.getItem(leftAt(back.pathname)) ?? '';
}

for (const group of document.querySelectorAll('[data-remember]')) {
  const name = group.dataset.remember;
  const chosen = localStorage.getItem(name);
  for (const radio of group.querySelectorAll('input')) radio.checked = chosen ? radio.value === chosen : radio.checked;
  group.addEventListener('change', ({ target }) => localStorage.setItem(name, target.value));
}

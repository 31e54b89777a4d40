// Draws the API reference. Fixes the renderer's accessibility faults for keyboard and screen-reader users.
const target = document.getElementById('reference');

const nothing = () => () => null;

/** There is nothing to try here: every call acts on the live system, and a key does not belong in a page. */
const readOnly = () => ({
  wrapComponents: {
    AuthorizeBtnContainer: nothing,
    authorizeOperationBtn: nothing,
    ServersContainer: nothing,
    SchemesContainer: nothing,
  },
});

/** The renderer has a dark dress, and a button for it; here it goes by what the reader's system says, as all our pages do. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const dress = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', dress);
dress();

/** Some of its lists and buttons have no name to read out. */
const NAMES = [
  ['select.examples-select-element', 'Example'],
  ['select', 'Media type'],
  ['button.model-box-control', 'Members'],
];
function giveNames() {
  for (const [selector, name] of NAMES) {
    for (const element of target.querySelectorAll(`${selector}:not([aria-label])`)) {
      if (element.matches('select') || element.textContent === '') element.setAttribute('aria-label', name);
    }
  }
}
new MutationObserver(giveNames).observe(target, { childList: true, subtree: true });

/** Operations are closed, so that one sees which there are; a link to one opens it. */
function openLinked() {
  const operation = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!operation || !target.contains(operation)) return;
  operation.querySelector('.opblock-summary-control[aria-expanded="false"]')?.click();
  operation.scrollIntoView();
}
addEventListener('hashchange', openLinked);

window.SwaggerUIBundle({
  url: target.dataset.description,
  domNode: target,
  docExpansion: 'list',
  onComplete: openLinked,
  defaultModelExpandDepth: 5,
  defaultModelsExpandDepth: -1, // every schema is shown where it is used
  supportedSubmitMethods: [],
  validatorUrl: null,
  deepLinking: false,
  syntaxHighlight: { activated: false },
  presets: [window.SwaggerUIBundle.presets.apis],
  plugins: [readOnly],
});

// Draws the description of the API. Where the renderer falls short for people who use a keyboard or listen to a page, it is
// mended here.
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

/** Its lists of examples have no name to read out. */
function nameLists() {
  for (const list of target.querySelectorAll('select:not([aria-label])')) {
    list.setAttribute('aria-label', list.matches('.examples-select-element') ? 'Example' : 'Media type');
  }
}
new MutationObserver(nameLists).observe(target, { childList: true, subtree: true });

window.SwaggerUIBundle({
  url: target.dataset.description,
  domNode: target,
  docExpansion: 'full',
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
  validatorUrl: null,
  deepLinking: false,
  syntaxHighlight: { activated: false },
  presets: [window.SwaggerUIBundle.presets.apis],
  plugins: [readOnly],
});

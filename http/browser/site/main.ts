import { addCopyButtons } from './copy.ts';
import { addMenu } from './menu.ts';
import { addRealmToLinks } from './realm.ts';

addCopyButtons();
for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.more')) addMenu(menu);

const { src } = document.currentScript as HTMLScriptElement;

function loadScript(name: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = src.replace('assets/site.js', name);
  document.head.append(script);
  return script;
}

/** Loads the controls of tables and plots (http/browser/data) where a page has some. */
if (document.querySelector('table.rows, svg.time') !== null) loadScript('assets/data.js');

/**
 * Loads hover cards, and the script of the page's form, when the reader first moves the pointer or the focus, or
 * chooses a file, but at the latest after two seconds. So the page is shown sooner.
 */
const IDLE_LOAD_MS = 2_000;
const FIRST_USE_EVENTS = ['pointermove', 'touchstart', 'focusin', 'dragenter', 'change'];

function loadScripts(): void {
  clearTimeout(idleTimer);
  for (const use of FIRST_USE_EVENTS) removeEventListener(use, loadScripts);
  loadScript('tooltip.js').dataset['instance'] = 'here';
  const { script } = document.querySelector<HTMLElement>('form[data-script]')?.dataset ?? {};
  if (script !== undefined) loadScript(`assets/${script}`);
}

const idleTimer = setTimeout(loadScripts, IDLE_LOAD_MS);
for (const use of FIRST_USE_EVENTS) addEventListener(use, loadScripts);

// Last, because reading the storage throws if the visitor has blocked it.
addRealmToLinks();

import { addCopying } from './copy.ts';
import { addMenu } from './menu.ts';

addCopying();
for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.more')) addMenu(menu);

const { src } = document.currentScript as HTMLScriptElement;

function load(name: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = src.replace('assets/site.js', name);
  document.head.append(script);
  return script;
}

/** Loads the controls of tables and plots (http/browser/data) where a page has some. */
if (document.querySelector('table.rows, svg.time') !== null) load('assets/data.js');

/** Loads the hover cards when the reader first moves the pointer or the focus, so that the page is shown sooner. */
const FIRST_USES = ['pointermove', 'touchstart', 'focusin'];

function loadCards(): void {
  for (const use of FIRST_USES) removeEventListener(use, loadCards);
  load('tooltip.js').dataset['instance'] = 'here';
}

for (const use of FIRST_USES) addEventListener(use, loadCards);

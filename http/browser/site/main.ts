import { addCopying } from './copy.ts';
import { addMenu } from './menu.ts';

addCopying();
for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.more')) addMenu(menu);

/** Loads the controls of tables and plots (http/browser/data) where a page has some. */
const { src } = document.currentScript as HTMLScriptElement;
if (document.querySelector('table.rows, svg.time') !== null) {
  const script = document.createElement('script');
  script.src = src.replace('site.js', 'data.js');
  document.head.append(script);
}

import { html } from '../html.ts';
import { nameOf } from './entity_link.ts';

/** Renders links to the other realms that have the requested name, each in its region. */
export function otherRealms(realms: readonly string[] = [], pathOf: (realm: string) => string): unknown {
  if (realms.length === 0) return '';
  const links = realms.map((realm, i) => html`${i === 0 ? '' : ', '}<a href="${pathOf(realm)}">${nameOf(realm)}</a>`);
  return html`<p>Other realms with this name: ${links}.</p>\n`;
}

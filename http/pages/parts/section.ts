import { html } from '../html.ts';

/** Renders a section with a heading and an id that links can target. `look` is a class, such as `panel`. */
export function section(id: string, heading: unknown, content: unknown, look: 'panel' | null = null): unknown {
  return html`<section id="${id}"${look === null ? '' : html` class="${look}"`}>
<h2>${heading}</h2>
${content}</section>
`;
}

import { html } from '../html.ts';

/** A part of a page under its heading, with an address of its own. */
export function section(id: string, heading: string, content: unknown): unknown {
  return html`<section id="${id}">
<h2>${heading}</h2>
${content}</section>
`;
}

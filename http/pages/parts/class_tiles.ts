import { classWord } from '../../../domain/tools/talents/class_talents.ts';
import { html } from '../html.ts';
import { iconTile } from './placeholders.ts';

/** Renders player classes as a grid of links to their talents, with the client's icons if the operator has them. */
export function classTiles(slugs: readonly string[], base: string): unknown {
  return html`<ul class="tiles class-list">
${slugs.map((slug) => {
  // The client names the icons of classes like this.
  const icon = iconTile(`classicon_${slug}`, classWord(slug));
  return html`<li class="class-${slug}"><a href="${base}/talents/${encodeURIComponent(slug)}">${icon}${classWord(slug)}</a></li>\n`;
})}</ul>
`;
}

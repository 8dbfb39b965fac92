import type { GameDataNotice } from '../../../schema/responses/gameDataNotice.ts';
import { html } from '../html.ts';

/** Renders a box with unconfirmed data from the game's files, labelled with the build. */
export function filesBox({ label, build }: GameDataNotice, content: unknown): unknown {
  return html`<div class="filed">
<p class="quiet"><small>From the game’s files: ${label}, build ${build}</small></p>
${content}</div>
`;
}

import type { AppSettings } from '../../context.ts';
import { html } from '../../pages/html.ts';

/** Greets the players and the operator of an instance without uploads. */
export function firstSteps({ publicUrl }: AppSettings, base: string): unknown {
  return html`<div class="tiles wide">
<section class="panel" id="players">
<h2>No reports yet. Yours could be the first.</h2>
<p><a href="${base}/addon.zip">Get the addon</a> and play. It writes down what you loot, whom you meet and what vendors
charge. Then <a href="${base}/upload">upload the file that it saved</a>, without an account. When three players have seen the
same thing, everybody can read it here.</p>
</section>
<section class="panel" id="operators">
<h2>If you run this instance</h2>
<ol>
<li>Import the game’s tables, to have the data of items and the names of zones from the start:
<code>npm run job -- import-game-files --dir FOLDER --build BUILD</code></li>
<li>Share the link to the addon: <code>${publicUrl}/addon.zip</code></li>
<li>Check that this is the address under which players reach the instance: <code>${publicUrl}</code>. Change it with
<code>TW_PUBLIC_URL</code>. The <a href="${base}/api/health">health</a> page reports other problems.</li>
</ol>
<p><code>npm run demo</code> shows an instance with data.</p>
</section>
</div>
`;
}

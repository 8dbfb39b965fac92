import { GAME_FOLDERS, SAVED_FOLDER } from '../../../domain/saved_variables/game_folders.ts';
import { ok } from '../../../domain/values/result.ts';
import type { SharingCategory } from '../../../schema/vocabulary.ts';
import type { AppSettings, Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { toBasePath } from '../../pages/layout.ts';
import { createPageRoute } from '../../pages/page_route.ts';
import { renderCode } from '../../pages/parts/copy.ts';
import { assetRoute, CACHED_UNTIL_RESTART } from '../../pipeline/asset_route.ts';
import type { Route } from '../../pipeline/route.ts';
import { renderDownloads } from '../companion/route.ts';
import { UPLOADER_PATH } from '../programs/route.ts';

/** Serves the page that reads and sends a player's file, and the page's script. */
export function createUploadRoutes(context: Context): readonly Route[] {
  return [
    createPageRoute(context, {
      path: UPLOAD_PATH,
      budget: null,
      cachePolicy: CACHED_UNTIL_RESTART,
      content: async () =>
        ok({
          title: 'Upload',
          description: 'Send the file that your addon saved: your browser reads and shows it before anything is sent.',
          path: UPLOAD_PATH,
          main: renderUpload(context),
        }),
    }),
    assetRoute(UPLOAD_SCRIPT, () => context.bundles.read('upload')),
  ];
}

export const UPLOAD_PATH = '/upload';
const UPLOAD_SCRIPT = '/assets/upload.js';

/**
 * Renders the upload page. Its script (http/browser/upload) is loaded when the reader first uses the page, and fills in
 * the hidden parts. Without scripts, the style sheet hides the form.
 */
function renderUpload({ settings, companion }: Context): unknown {
  const { publicUrl } = settings;
  const base = toBasePath(publicUrl);
  return html`<h1>Upload</h1>
<p>Send the file that <a href="${base}/addon.zip">the addon</a> saved on the computer you play on; nothing can be sent from a phone.
Your browser reads the file and shows its content. Nothing is sent before you press Send. You need no account.</p>
<noscript><p class="fault">This page needs scripts, which are switched off in your browser. <a href="#without">Send the file
another way</a>.</p>
</noscript>
<form id="upload-form" class="post upload" data-intake="${base}/api/intake" data-receipts="${base}${UPLOAD_PATH}/" data-limits="${base}/schema/limits.json" data-script="upload.js">
<div id="drop">
<p class="field"><label for="file">Saved-variables file</label>
<input type="file" id="file" accept=".lua,.bak" aria-describedby="file-fault file-hint">
<small id="file-fault" class="fault" role="alert" hidden></small>
<small id="file-hint">ThirdWitness.lua, in the folder <code>${renderBreakablePath(SAVED_FOLDER)}</code> of your game, where
<code>ACCOUNT</code> is the folder of your account. The game writes it when you log out. You can also drop it here.</small></p>
</div>
<p id="reading" role="status" hidden></p>
<section id="found" hidden>
<h2>What will be sent</h2>
<p id="summary" role="status"></p>
<div id="kinds"></div>
<fieldset id="categories"><legend>Send these, too?</legend>
<p id="shared-note" class="quiet" hidden></p>
${SHARED_CATEGORIES.map(renderCategory)}<p class="field" id="tokens-field" hidden><label for="tokens">Grant tokens</label>
<textarea id="tokens" rows="2" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="tokens-hint"></textarea>
<small id="tokens-note" hidden></small>
<small id="tokens-hint">These records are accepted only if a <a href="${base}/connect/grants">grant</a> covers them: tg_…, one per line.</small></p>
</fieldset>
<div id="refused"></div>
<button type="button" id="send" disabled>Send</button>
</section>
<section id="sending" aria-label="Sending" hidden>
<progress id="progress" aria-label="Records sent" value="0" max="1"></progress>
<p id="state" role="status"></p>
<p class="buttons"><button type="button" id="pause" class="secondary">Pause</button>
<button type="button" id="cancel" class="secondary">Stop</button></p>
</section>
<section id="outcome" tabindex="-1" hidden></section>
</form>
${renderAddonStep(base)}${renderDownloads(companion, base)}${explainWithoutUploader(settings)}`;
}

function renderAddonStep(base: string) {
  return html`<section id="addon">
<h2>No file yet?</h2>
<ol>
<li><a href="${base}/addon.zip" download>Download the addon</a>, and unzip it into the folder
<code>Interface/AddOns</code> of your game.</li>
<li>Play. The addon writes down what you loot, whom you meet and what vendors sell.</li>
<li>Log out, so that the game writes the file. Then open this page on that computer, and choose the file above.</li>
</ol>
<p>The folder of your game is:</p>
<ul>
${GAME_FOLDERS.map(
  ({ game, folder }) => html`<li>${game}: <code>${renderBreakablePath(`World of Warcraft/${folder}`)}</code></li>
`,
)}</ul>
<p>A folder <code>_classic_beta_</code> is left over from the beta of Forever and is not the game. The addon records nothing
in builds of Forever before 70009, which do not read saved files back. It was tested with simulated clients of all four
games; nobody has tried it in the games themselves.</p>
</section>
`;
}

function renderBreakablePath(path: string) {
  return path.split('/').map((folder, n) => (n === 0 ? folder : html`/<wbr>${folder}`));
}

/** Categories whose records name players. None is selected by default. */
const SHARED_CATEGORIES: readonly { readonly value: SharingCategory; readonly label: string; readonly says: string }[] =
  [
    {
      value: 'guild',
      label: 'Guild',
      says: 'The names, ranks and levels of your guild’s members, raids, attendance and loot, under the guild’s name.',
    },
    { value: 'gear', label: 'Gear', says: 'What your characters wear, under their names.' },
    {
      value: 'gold',
      label: 'Gold',
      says: 'How much money your characters have and how they got it, under their names.',
    },
    { value: 'collection', label: 'Collection', says: 'Which entries of a collection you have.' },
  ];

function renderCategory({ value, label, says }: (typeof SHARED_CATEGORIES)[number]) {
  return html`<p class="choice"><label
for="share-${value}"><input type="checkbox" id="share-${value}" name="share" value="${value}" aria-describedby="share-${value}-hint count-${value}">
${label}</label> <small id="count-${value}" class="quiet"></small>
<small id="share-${value}-hint">${says}</small></p>
`;
}

function explainWithoutUploader({ publicUrl }: AppSettings) {
  const base = toBasePath(publicUrl);
  return html`<section id="without">
<h2>Without this page</h2>
<p>The uploader is one file that does the same in a terminal, with Node 20.12 or later, or Deno. It shows what it will send and
asks first; with <code>--watch</code> it sends the file each time the game writes it. <a href="${base}${UPLOADER_PATH}"
download>Download uploader.mjs</a>, or get it in the terminal:</p>
${renderCode(`curl -O ${publicUrl}${UPLOADER_PATH}`)}<p>In PowerShell write <code>curl.exe</code> instead of <code>curl</code>, which is a different program there. Then run it in the
folder where you saved it, with the full path of the file, such as:</p>
${renderCode(`node uploader.mjs "C:/Program Files (x86)/World of Warcraft/${GAME_FOLDERS[0].folder}/${SAVED_FOLDER}/ThirdWitness.lua"`)}<p>With <code>--data-addon</code>, it also installs the drop rates and prices of this site as an addon for the game.</p>
<p>Other programs can <a href="${base}/connect#uploading">send JSON</a>.</p>
</section>
`;
}

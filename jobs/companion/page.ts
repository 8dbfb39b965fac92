import { GAME_NAMES } from '../../domain/values/game.ts';
import { formatQuantity, joinWithAnd } from '../../domain/values/phrases.ts';
import { SHARING_CATEGORIES } from '../../schema/vocabulary.ts';
import { formatRecords } from '../ask.ts';
import { describeSource } from '../upload/describe_file.ts';
import type { CompanionProgram } from './companion.ts';
import { buildPreviewKey, type FilePreview } from './previews.ts';

type CompanionState = Awaited<ReturnType<CompanionProgram['state']>>;

/** Renders the companion's page. Its script and style have the nonce. */
export function renderPage(state: CompanionState, nonce: string): string {
  const { settings, suggested, autostart } = state;
  const { instances, sends, installs, share } = settings;
  const to = joinWithAnd(instances);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Third Witness Companion</title>
<meta name="viewport" content="width=device-width"><style nonce="${nonce}">${PAGE_STYLE}</style></head><body>
<h1>Third Witness Companion</h1>
<div id="status">
<p><strong>${escapeHtml(renderSummary(state))}</strong></p>
${state.progress === '' ? '' : `<p>${escapeHtml(state.progress)}</p>`}
<ul>${state.events
    .toReversed()
    .map(
      ({ atMs, text }) =>
        `<li><small>${new Date(atMs).toISOString().slice(11, 16)} UTC</small> ${linkResultPages(text, instances)}</li>`,
    )
    .join('')}</ul>
</div>
<h2>Websites</h2>
<p>A website publishes what at least three players reported. Nothing is sent to it before you agree below.</p>
${instances.map((url) => `<p>${escapeHtml(url)} ${renderForm('remove-instance', 'Remove', renderField(url))}</p>`).join('\n')}
${renderForm(
  'add-instance',
  'Add website',
  `<label>Address <input name="text" type="url" required maxlength="500" value="${escapeHtml(
    suggested !== null && !instances.includes(suggested) ? suggested : '',
  )}"></label>`,
)}
<h2>What your addon recorded</h2>
${state.games.map(({ label, folder }) => `<p>${escapeHtml(`${label}: ${folder}`)}</p>`).join('\n')}
${state.previews.map(renderPreview).join('\n')}
${renderForm('add-folder', 'Search this folder, too', '<label>Folder of the game <input name="text" required maxlength="1000"></label>')}
${
  instances.length === 0
    ? '<p>Add a website to send it.</p>'
    : sends
      ? renderForm('stop', 'Stop sending', `<p>Sent to ${escapeHtml(to)} each time the game writes it.</p>`)
      : renderForm('send', `Send it to ${to}, and what the addon adds later`, renderField(buildPreviewKey(settings)))
}
<h2>Switches</h2>
${renderForm(
  'switches',
  'Save',
  `${renderCheckbox('installs', '', 'Install the addon in these games, and keep it and the data of the websites up to date', installs)}
${renderCheckbox('autostart', '', 'Start with the computer', autostart)}
${SHARING_CATEGORIES.map((one) => renderCheckbox('share', one, `Also send records of ${one}, which name players and need a grant`, share.includes(one))).join('\n')}`,
)}
${renderForm('quit', 'End this program')}
<script nonce="${nonce}">${PAGE_SCRIPT}</script>
</body></html>`;
}

const PAGE_STYLE = `:root{color-scheme:light dark;accent-color:#b8860b}
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:1.5rem auto;padding:0 1rem}
h1{font-size:1.5rem}
h2{font-size:1.15rem;margin:2rem 0 .5rem;padding-top:1rem;border-top:1px solid #8886}
h3{font-size:1rem;margin:1rem 0 0}
p{margin:.5rem 0}
small{opacity:.75;overflow-wrap:anywhere}
pre{font:inherit;white-space:pre-wrap;margin:.25rem 0 .75rem}
li,pre{overflow-wrap:anywhere}
form{display:inline}
label{display:block;padding:.15rem 0}
input[type=url],input:not([type]){box-sizing:border-box;width:100%;font:inherit;padding:.4rem .5rem}
button{font:inherit;padding:.4rem .9rem;margin:.4rem 0;cursor:pointer}
#status{border-radius:.5rem;background:#b8860b22;padding:.25rem 1rem;max-height:20rem;overflow:auto}`;

/** Shows news without touching the forms. */
const PAGE_SCRIPT = `setInterval(async () => {
  const answer = await fetch(location.href).catch(() => null);
  const [, news] = /<div id="status">([^]*?)<\\/div>/.exec(answer?.ok ? await answer.text() : '') ?? [];
  document.getElementById('status').innerHTML = news ?? '<p>The program has ended.</p>';
}, 3000);`;

function renderSummary({ settings, games }: CompanionState): string {
  if (games.length === 0) return 'No game was found. Type its folder below.';
  const files = games.reduce((sum, { saved }) => sum + saved.length, 0);
  const found = `${formatQuantity(games.length, 'game')} found, with files of ${formatQuantity(files, 'account')}.`;
  return `${found} ${settings.sends ? `Watching, and sending to ${joinWithAnd(settings.instances)}.` : 'Nothing is sent.'}`;
}

function renderPreview({ game, account, path, ready }: FilePreview): string {
  const title = `<h3>${escapeHtml(`${game.label}, account ${account}`)}</h3><p><small>${escapeHtml(path)}</small></p>`;
  if (!ready.ok) return `${title}<p>${escapeHtml(ready.error)}</p>`;
  const { parcels, unrouted } = ready.value;
  const lines = parcels.flatMap(({ instance: { url, game: its }, surveys }) => {
    const collects = (GAME_NAMES as Readonly<Record<string, string>>)[its ?? ''];
    const to = url === '' ? '' : ` to ${url}${collects === undefined ? '' : `, which collects ${collects}`}`;
    const sent = surveys.reduce((sum, survey) => sum + survey.records, 0);
    return [
      `${formatRecords(sent)}${to}`,
      ...surveys.flatMap(({ source, head, fault, kinds, leftOut, refused }) => [
        `  ${describeSource(source)}`,
        ...(head === null ? [`  cannot be sent: ${fault}`] : []),
        ...[...kinds].map(([kind, count]) => `  ${count} ${kind}`),
        ...[...leftOut].map(([category, count]) => `  not sent, because they name players: ${count} of ${category}`),
        ...refused.slice(0, REASONS_SHOWN_MAX).map(({ count, reason }) => `  refused: ${count}, ${reason}`),
      ]),
    ];
  });
  return `${title}<pre>${escapeHtml([...lines, ...unrouted].join('\n'))}</pre>`;
}

const REASONS_SHOWN_MAX = 10;

function renderForm(action: string, button: string, fields = ''): string {
  return `<form method="post">${fields}<input type="hidden" name="action" value="${action}"> <button>${escapeHtml(button)}</button></form>`;
}

function renderField(text: string): string {
  return `<input type="hidden" name="text" value="${escapeHtml(text)}">`;
}

function renderCheckbox(name: string, value: string, label: string, on: boolean): string {
  return `<label><input type="checkbox" name="${name}" value="${value}"${on ? ' checked' : ''}> ${label}</label>`;
}

/** Makes links of the result pages of the chosen instances, which are on lines of their own. Escapes all other text. */
function linkResultPages(text: string, instances: readonly string[]): string {
  return text
    .split('\n')
    .map((line) => {
      const url = line.trim();
      const isResult = instances.some((one) => url.startsWith(`${one}/upload/`));
      return isResult
        ? `<a href="${escapeHtml(url)}" rel="noreferrer" target="_blank">${escapeHtml(url)}</a>`
        : escapeHtml(line);
    })
    .join('<br>');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

import type { AddonFile } from '../../domain/ports/addon.ts';
import type { CompanionHost, Machine, MachineFiles } from '../../domain/ports/machine.ts';
import { autostartEntry } from '../../domain/saved_variables/companion/autostart.ts';
import { makeDataAddon } from '../../domain/saved_variables/companion/data_files.ts';
import {
  BACKUP_ENDING,
  type FoundGame,
  findGames,
  listCandidates,
} from '../../domain/saved_variables/companion/find_games.ts';
import { isNewer, readToc } from '../../domain/saved_variables/companion/recording_addon.ts';
import {
  type CompanionSettings,
  changeSettings,
  readSettings,
  writeSettings,
} from '../../domain/saved_variables/companion/settings.ts';
import { quoted } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { SHARING_CATEGORIES } from '../../schema/vocabulary.ts';
import { createFilePoll } from '../commands/upload.ts';
import type { PlayerTools } from '../job.ts';
import { readInstanceUrl } from '../read_args.ts';
import { updateDataAddon } from '../upload/data_addon.ts';
import { type Failure, findInstances, prepareFile, type ReadyFile, readFile, unroutedLines } from '../upload/rounds.ts';

export interface CompanionTools {
  readonly player: PlayerTools;
  readonly files: MachineFiles;
  readonly machine: Machine;
  readonly host: CompanionHost;
  /** The recording addon that this program contains. */
  readonly addon: readonly AddonFile[];
  /** The table of contents and the functions of the addon of data. */
  readonly dataAddon: readonly AddonFile[];
  /** The instance that this program comes from, or null if it was built for none. */
  readonly suggested: string | null;
  /** The program and arguments that start the companion without opening its page. */
  readonly command: readonly string[];
}

/** Something that happened, for the player to read. The newest are kept. */
export interface CompanionEvent {
  readonly atMs: number;
  readonly text: string;
}

/** A survey of a file for each instance, or the reason why there is none. */
export interface FilePreview {
  readonly game: FoundGame;
  readonly account: string;
  readonly path: string;
  readonly ready: Result<
    {
      readonly parcels: readonly Pick<ReadyFile['parcels'][number], 'instance' | 'surveys'>[];
      readonly unrouted: readonly string[];
    },
    string
  >;
}

const EVENTS_MAX = 50;
const RECORDING_ADDON = 'ThirdWitness';
const POLL_EVERY_MS = 1_000;
const SEARCH_EVERY_MS = 60_000;
const RENEW_EVERY_MS = 12 * 3_600_000;
const RENEW_AGAIN_MS = 600_000;

export type Companion = Awaited<ReturnType<typeof createCompanion>>;

/** Reads the player's choices. Until the player makes some, the companion searches for games and does nothing else. */
export async function createCompanion(tools: CompanionTools) {
  const { player, files, machine, host } = tools;
  const { stop, clock, stopwatch } = player;
  const events: CompanionEvent[] = [];
  const report = (text: string): void => {
    events.push({ atMs: clock.nowMs(), text });
    events.splice(0, events.length - EVENTS_MAX);
  };
  let settings = readSettings(await host.readSettings(), (text) => {
    const url = readInstanceUrl('', text);
    return url.ok && url.value === text;
  });
  let games: readonly FoundGame[] = [];
  let progress = '';
  /** The games of instances by address, as they said. */
  const collected = new Map<string, string>();
  const previews = new Map<string, StoredPreview>();
  let polls = new Map<string, () => Promise<void>>();
  let sending = new AbortController();
  let [searchAtMs, renewAtMs] = [0, 0];
  stop.addEventListener('abort', () => sending.abort());

  /** Interrupts the upload. The next one resumes it, by the present settings. */
  const restart = (): void => {
    sending.abort();
    sending = new AbortController();
    polls = new Map();
    progress = '';
    [searchAtMs, renewAtMs] = [0, 0];
  };

  /** The tools of an upload that reports to the page, where nobody answers questions. */
  const toolsWith = (signal: AbortSignal): PlayerTools => ({
    ...player,
    stop: signal,
    confirm: async () => null,
    say: report,
    complain: (text) => {
      if (!signal.aborted) report(text);
    },
    progress: (text) => {
      progress = text;
    },
  });

  const createPoll = (path: string): (() => Promise<void>) => {
    const options = { to: settings.instances, games: collected, share: settings.share };
    const quiet = toolsWith(sending.signal);
    const [file, backup] = [path, path + BACKUP_ENDING].map((one) => createFilePoll(quiet, options, one));
    let last: Result<void, Failure> = ok(undefined);
    return async () => {
      last = (await file!()) ?? last;
      const isBroken = !last.ok && last.error.mend === 'content';
      // If the client was killed while it wrote the file, the write before has all that is left.
      if (isBroken || !(await player.folder.look(path)).ok) await backup!();
      progress = '';
    };
  };

  const search = async (): Promise<void> => {
    const candidates = [...settings.folders, ...(await listCandidates(files, machine))];
    games = await findGames(files, candidates);
    const paths = games.flatMap(({ saved }) => saved.map(({ path }) => path));
    polls = new Map(paths.map((path) => [path, polls.get(path) ?? createPoll(path)]));
  };

  const renew = async (): Promise<boolean> => {
    const { instances } = settings;
    const found = await findInstances(toolsWith(sending.signal), { to: instances, games: collected }, []);
    if (!found.ok) report(found.error);
    const results: boolean[] = [found.ok];
    for (const game of games) {
      const source = (found.ok ? found.value : []).find(
        ({ game: its }) => (its === null && instances.length === 1) || game.games.some((one) => one === its),
      );
      const done = await installAddons(tools, game, source?.url ?? null);
      for (const text of done.texts) report(text);
      results.push(done.ok);
    }
    return results.every(Boolean);
  };

  const store = async (after: CompanionSettings): Promise<void> => {
    if (settings.sends && !after.sends) report(`Sending has stopped. It begins again when you press Send.`);
    settings = after;
    restart();
    const written = await host.writeSettings(writeSettings(after));
    if (!written.ok) report(`Your choices could not be stored (${written.error}), so they end with this program.`);
  };

  const work = async (): Promise<void> => {
    if (stopwatch.elapsedMs() >= searchAtMs) {
      searchAtMs = stopwatch.elapsedMs() + SEARCH_EVERY_MS;
      await search();
    }
    if (settings.installs && games.length > 0 && stopwatch.elapsedMs() >= renewAtMs) {
      renewAtMs = stopwatch.elapsedMs() + RENEW_EVERY_MS;
      if (!(await renew())) renewAtMs = Math.min(renewAtMs, stopwatch.elapsedMs() + RENEW_AGAIN_MS);
    }
    const { signal } = sending;
    for (const poll of settings.sends ? polls.values() : []) if (!signal.aborted) await poll();
  };

  const entry = autostartEntry(files, machine, tools.command);
  const act = async (form: URLSearchParams): Promise<string | null> => {
    const [action, text] = [form.get('action'), (form.get('text') ?? '').trim()];
    const { instances, folders } = settings;
    if (action === 'add-instance') {
      const url = readInstanceUrl('It', text);
      if (!url.ok) return url.error;
      await store(changeSettings(settings, { instances: [...new Set([...instances, url.value])] }));
    } else if (action === 'remove-instance') {
      await store(changeSettings(settings, { instances: instances.filter((one) => one !== text) }));
    } else if (action === 'add-folder') {
      if ((await files.list(text)) === null) return `${quoted(text)} is no folder that can be read.`;
      await store(changeSettings(settings, { folders: [...new Set([...folders, text])] }));
    } else if (action === 'send') {
      if (text !== agreementText(settings)) return 'The page was old. Look at it again, then press Send.';
      await store(changeSettings(settings, { sends: true }));
    } else if (action === 'stop') {
      await store(changeSettings(settings, { sends: false }));
    } else if (action === 'switches') {
      const share = SHARING_CATEGORIES.filter((category) => form.getAll('share').includes(category));
      await store(changeSettings(settings, { share, installs: form.has('installs') }));
      const on = form.has('autostart');
      if (on === (await host.hasAutostart(entry))) return null;
      const set = await host.setAutostart(entry, on);
      if (!set.ok) return `The start with the computer could not be changed (${set.error}).`;
    }
    return null;
  };

  return {
    /** Carries out what the player asked for. Reports a sentence if it cannot be done. */
    act: async (form: URLSearchParams): Promise<void> => {
      const fault = await act(form);
      if (fault !== null) report(fault);
    },
    /** Searches, watches and renews until it is stopped. */
    run: async (): Promise<void> => {
      // A program that was moved starts from its new place.
      if (await host.hasAutostart(entry)) await host.setAutostart(entry, true);
      while (!stop.aborted) {
        try {
          await work();
        } catch (error) {
          // There is no terminal that would show it.
          report(`This program has a fault: ${error instanceof Error ? error.message : 'unknown'}`);
          await player.pause(RENEW_AGAIN_MS, stop);
        }
        await player.pause(POLL_EVERY_MS, stop);
      }
    },
    /** Returns what the page shows. */
    state: async () => ({
      settings,
      games,
      events,
      progress,
      suggested: tools.suggested,
      autostart: await host.hasAutostart(entry),
      previews: await previewFiles(toolsWith(sending.signal), games, settings, collected, previews),
    }),
  };
}

/** Names the instances and categories that the player agrees to. */
export function agreementText({ instances, share }: CompanionSettings): string {
  return [...instances, ...share].join(' ');
}

/** A preview that is valid while the file and the choices are the same. */
interface StoredPreview {
  readonly key: string;
  readonly preview: FilePreview['ready'];
}

/** Surveys what would be sent of each file. Without an instance, shows what there is. */
async function previewFiles(
  player: PlayerTools,
  games: readonly FoundGame[],
  settings: CompanionSettings,
  collected: Map<string, string>,
  stored: Map<string, StoredPreview>,
): Promise<readonly FilePreview[]> {
  const previews: FilePreview[] = [];
  for (const game of games) {
    for (const { account, path } of game.saved) {
      const looks = await Promise.all([path, path + BACKUP_ENDING].map(player.folder.look));
      const key = JSON.stringify([looks, agreementText(settings)]);
      const known = stored.get(path);
      const preview = known?.key === key ? known.preview : await previewFile(player, path, settings, collected);
      stored.set(path, { key, preview });
      previews.push({ game, account, path, ready: preview });
    }
  }
  return previews;
}

async function previewFile(
  player: PlayerTools,
  path: string,
  { instances, share }: CompanionSettings,
  collected: Map<string, string>,
): Promise<FilePreview['ready']> {
  const read = await readSaved(player, path);
  if (!read.ok) return err(read.error.error);
  const found = await findInstances(player, { to: instances, games: collected }, [read.value]);
  if (!found.ok) return found;
  const to = found.value.length > 0 ? found.value : [{ url: '', game: null, protocol: null }];
  const { parcels, unrouted } = prepareFile(read.value, to, share);
  // The text of the file is large, and the page needs only the counts.
  return ok({
    parcels: parcels.map(({ instance, surveys }) => ({ instance, surveys })),
    unrouted: unroutedLines(unrouted),
  });
}

/** Reads a file, or the one that the client wrote before if it is missing or broken. */
async function readSaved(player: PlayerTools, path: string) {
  const read = await readFile(player, path);
  if (read.ok) return read;
  const backup = await readFile(player, path + BACKUP_ENDING);
  return backup.ok ? backup : read;
}

/** Installs the recording addon unless a newer one is there, and the data of the instance at this address, or null. */
async function installAddons(
  { player, host, addon, dataAddon }: CompanionTools,
  { label, folder, addonsFolder, interfaces }: FoundGame,
  instance: string | null,
): Promise<{ readonly ok: boolean; readonly texts: readonly string[] }> {
  const { version, interfaces: supported } = readToc(addon);
  if (!supported.split(', ').some((number) => number.startsWith(interfaces)))
    return { ok: true, texts: [`The addon is not made for ${label} in ${folder}.`] };
  const made = await host.prepareAddons(addonsFolder, RECORDING_ADDON);
  if (!made.ok) return { ok: false, texts: [`${addonsFolder} could not be written (${made.error}).`] };
  const texts: string[] = [];
  let isDone = true;
  const installed = await host.readAddonVersion(addonsFolder, RECORDING_ADDON);
  if (installed === null || (installed !== 'link' && isNewer(version, installed))) {
    const replaced = await player.dataAddon.replace(addonsFolder, addon, RECORDING_ADDON);
    isDone = replaced.ok;
    texts.push(
      replaced.ok
        ? `The addon ${version} is installed in ${addonsFolder}. If the game is running, restart it.`
        : `The addon could not be installed in ${addonsFolder} (${replaced.error}).`,
    );
  }
  if (instance === null) return { ok: isDone, texts: [...texts, `No chosen instance has data for ${label}.`] };
  const updated = await updateDataAddon(player, {
    from: instance,
    addonsFolder,
    savedFiles: [],
    dryRun: false,
    makeFiles: (sent) => makeDataAddon(sent, dataAddon),
  });
  return { ok: isDone && updated.ok, texts: [...texts, updated.ok ? updated.value : updated.error] };
}

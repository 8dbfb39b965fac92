import { buildAutostartEntry } from '../../domain/saved_variables/companion/autostart.ts';
import {
  BACKUP_SUFFIX,
  type FoundGame,
  findGames,
  listGameFolders,
} from '../../domain/saved_variables/companion/find_games.ts';
import {
  type CompanionSettings,
  changeSettings,
  readSettings,
  writeSettings,
} from '../../domain/saved_variables/companion/settings.ts';
import { quote } from '../../domain/values/quoted.ts';
import { ok, type Result } from '../../domain/values/result.ts';
import { SHARING_CATEGORIES } from '../../schema/vocabulary.ts';
import { createFilePoll } from '../commands/upload.ts';
import type { PlayerTools } from '../job.ts';
import { readInstanceUrl } from '../read_args.ts';
import { findInstances, type RoundFailure } from '../upload/rounds.ts';
import { installAddons } from './install_addons.ts';
import { buildPreviewKey, previewFiles, type StoredPreview } from './previews.ts';
import type { CompanionTools } from './tools.ts';

/** Something that happened, for the player to read. The newest are kept. */
export interface CompanionEvent {
  readonly atMs: number;
  readonly text: string;
}

const EVENTS_MAX = 50;
const POLL_INTERVAL_MS = 1_000;
const SEARCH_INTERVAL_MS = 60_000;
const RENEW_INTERVAL_MS = 12 * 3_600_000;
const RENEW_RETRY_MS = 600_000;

export type CompanionProgram = Awaited<ReturnType<typeof createCompanion>>;

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
    const [file, backup] = [path, path + BACKUP_SUFFIX].map((one) => createFilePoll(quiet, options, one));
    let last: Result<void, RoundFailure> = ok(undefined);
    return async () => {
      last = (await file!()) ?? last;
      const isBroken = !last.ok && last.error.mend === 'content';
      // If the client was killed while it wrote the file, the write before has all that is left.
      if (isBroken || !(await player.folder.look(path)).ok) await backup!();
      progress = '';
    };
  };

  const search = async (): Promise<void> => {
    const candidates = [...settings.folders, ...(await listGameFolders(files, machine))];
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
      searchAtMs = stopwatch.elapsedMs() + SEARCH_INTERVAL_MS;
      await search();
    }
    if (settings.installs && games.length > 0 && stopwatch.elapsedMs() >= renewAtMs) {
      renewAtMs = stopwatch.elapsedMs() + RENEW_INTERVAL_MS;
      if (!(await renew())) renewAtMs = Math.min(renewAtMs, stopwatch.elapsedMs() + RENEW_RETRY_MS);
    }
    const { signal } = sending;
    for (const poll of settings.sends ? polls.values() : []) if (!signal.aborted) await poll();
  };

  const entry = buildAutostartEntry(files, machine, tools.command);
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
      if ((await files.list(text)) === null) return `${quote(text)} is no folder that can be read.`;
      await store(changeSettings(settings, { folders: [...new Set([...folders, text])] }));
    } else if (action === 'send') {
      if (text !== buildPreviewKey(settings)) return 'The page was old. Look at it again, then press Send.';
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
          await player.pause(RENEW_RETRY_MS, stop);
        }
        await player.pause(POLL_INTERVAL_MS, stop);
      }
    },
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

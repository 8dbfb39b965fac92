import type { DoctorFinding } from '../../domain/ports/doctor.ts';
import { systemClock } from '../clock.ts';
import { readFolderSettings } from '../config/folder_settings.ts';
import { buildLocalUrl, type Config, type Env, readConfig, readVariable } from '../config.ts';
import { toDataDir, WrongDataDir } from '../data_folder/data_dir.ts';
import { askRunningProcess } from '../data_folder/open_folder.ts';
import { readStorageCode } from '../libsql/storage_error.ts';
import { checkBackups, checkFolder } from './check_folder.ts';
import { checkInstance } from './check_instance.ts';
import { createReport, type Reporter } from './report.ts';

/** No clock is right that shows an earlier time. */
const RELEASE_TIME_MS = Date.UTC(2026, 10, 27);

/**
 * Examines the settings in an environment, the data folder that they name, its disk and backups, and the running
 * instance and its public address (contract, section 7, doctor). Changes nothing and creates no folder. `backups` is
 * the folder with the backups, or null for the folder of that name beside the data folder.
 */
export async function examineInstance(env: Env, backups: string | null): Promise<readonly DoctorFinding[]> {
  const { findings, report } = createReport();
  const { config, valid } = checkSettings(env, report);
  await catchFaults(config.dataDir, report, () => examineConfig(config, valid, backups, report));
  return findings;
}

async function examineConfig(config: Config, valid: Env, backups: string | null, report: Reporter): Promise<void> {
  const dir = toDataDir(config.dataDir);
  if (systemClock.nowMs() < RELEASE_TIME_MS) report('clock.release');
  const running = await askRunningProcess(dir.socket).catch(() => null);
  let settings: Pick<Config, 'publicUrl' | 'game' | 'contact'> = config;
  await catchFaults(dir.root, report, async () => {
    const isFolder = await checkFolder(dir, { role: config.role, isRunning: running !== null }, report);
    if (!isFolder || config.role === 'edge') return;
    const stored = readFolderSettings(dir, valid);
    if (stored.ok) settings = stored.value.settings;
    else report('settings.wrong', { sentence: stored.error });
    checkBackups(dir, backups, report);
  });
  if (settings.game === null && config.role !== 'edge') report('settings.game');
  if (settings.contact === null) report('settings.contact');
  const localUrl = running === null ? null : buildLocalUrl(config, running.port);
  if (localUrl === null) report('instance.stopped', { root: dir.root });
  else await checkInstance({ localUrl, publicUrl: settings.publicUrl ?? localUrl }, report);
}

/** Reports a folder that cannot be used, so that the other checks go on. */
async function catchFaults(root: string, report: Reporter, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = readStorageCode(error);
    if (error instanceof WrongDataDir) report('folder.wrong', { sentence: error.message });
    else if (code !== null) report('folder.unreadable', { root, code });
    else throw error;
  }
}

/** Reports every fault of the settings. Returns the configuration without the faulty variables. */
function checkSettings(env: Env, report: Reporter): { readonly config: Config; readonly valid: Env } {
  for (let valid = env; ; ) {
    const config = readConfig(valid, { terminal: false });
    if (config.ok) {
      if (valid === env) report('settings.valid');
      if (!config.value.limits) report('settings.limits');
      if (config.value.log === 'debug') report('settings.debug');
      return { config: config.value, valid };
    }
    report('settings.wrong', { sentence: config.error });
    // A sentence begins with the faulty variable. If that is one that is missing, the role is left out.
    const names = [/^TW_\w*/.exec(config.error)?.[0] ?? '', 'TW_ROLE'];
    const faulty = names.find((name) => readVariable(valid, name) !== null);
    valid = faulty === undefined ? {} : { ...valid, [faulty]: undefined };
  }
}

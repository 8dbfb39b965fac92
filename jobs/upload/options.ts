import { allOf } from '../../domain/values/phrases.ts';
import { quoted } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { SHARING_CATEGORIES, type SharingCategory } from '../../schema/vocabulary.ts';
import type { JobArgs, PlayerTools } from '../job.ts';

/** The parsed options of the `upload` command. */
export interface UploadOptions {
  readonly files: readonly string[];
  /** Without a trailing slash. */
  readonly to: string;
  readonly share: readonly SharingCategory[];
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly watch: boolean;
}

export function readOptions(args: JobArgs, { instanceUrl }: PlayerTools): Result<UploadOptions, string> {
  const url = args.option('to');
  const to = url === null ? instanceUrl : readUrl(url);
  if (!to.ok) return to;
  const share = readShare(args.option('share'));
  if (!share.ok) return share;
  const [yes, dryRun, watch] = [args.flag('yes'), args.flag('dry-run'), args.flag('watch')];
  if (dryRun && watch)
    return err('--dry-run sends nothing, so it cannot be combined with --watch: use one of the two.');
  return ok({ files: [...new Set(args.words)], to: to.value, share: share.value, yes, dryRun, watch });
}

function readUrl(text: string): Result<string, string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return err(`--to must be the address of an instance, such as https://witness.example; got ${quoted(text)}.`);
  }
  return ok(`${url.origin}${url.pathname.replace(/\/+$/, '')}`);
}

function readShare(text: string | null): Result<readonly SharingCategory[], string> {
  const words = text === null ? [] : text.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !isCategory(word));
  if (wrong !== undefined) {
    return err(`--share takes ${allOf(SHARING_CATEGORIES)}, with commas between them; got ${quoted(wrong)}.`);
  }
  return ok(SHARING_CATEGORIES.filter((category) => words.includes(category)));
}

function isCategory(word: string): word is SharingCategory {
  return (SHARING_CATEGORIES as readonly string[]).includes(word);
}

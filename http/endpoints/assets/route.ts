import type { Context } from '../../context.ts';
import { DATA_SCRIPT, ICON_PATHS, ICON_SVG, MAPS_SCRIPT, SITE_SCRIPT, SUGGEST_SCRIPT } from '../../pages/picture.ts';
import { assetRoute } from '../../pipeline/asset_route.ts';
import { encodeUtf8, PNG_TYPE } from '../../pipeline/body.ts';
import { PUBLIC_FOREVER, PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';

/** Placeholder in the script for suggestions. */
const ICONS_PLACEHOLDER = 'THIRD_WITNESS_ICONS';

/**
 * Serves the style sheet, the scripts that every page loads and those for tables, plots and maps, and the instance's icon
 * for tabs and bookmarks. Scripts are bundled on the first request, so their file names cannot contain a digest.
 * Browsers request /favicon.ico on their own.
 */
export function createAssetRoutes({ bundles, icons, readProgramFile, styleSheet }: Context): readonly Route[] {
  const readIcon = async () => ({ mediaType: PNG_TYPE, bytes: readProgramFile('http/pictures/icon.png') });
  return [
    assetRoute(`/assets/${styleSheet.name}`, async () => styleSheet, PUBLIC_FOREVER),
    assetRoute(SITE_SCRIPT, () => bundles.read('site')),
    assetRoute(DATA_SCRIPT, () => bundles.read('data')),
    assetRoute(MAPS_SCRIPT, () => bundles.read('maps')),
    assetRoute(
      SUGGEST_SCRIPT,
      async () => {
        const { mediaType, bytes } = await bundles.read('suggest');
        const program = new TextDecoder().decode(bytes).replace(ICONS_PLACEHOLDER, `${icons !== null}`);
        return { mediaType, bytes: encodeUtf8(program) };
      },
      PUBLIC_HOUR,
    ),
    assetRoute(ICON_PATHS.svg, async () => ({ mediaType: 'image/svg+xml', bytes: encodeUtf8(ICON_SVG) }), PUBLIC_HOUR),
    assetRoute(ICON_PATHS.png, readIcon, PUBLIC_HOUR),
    assetRoute(ICON_PATHS.ico, readIcon, PUBLIC_HOUR),
  ];
}

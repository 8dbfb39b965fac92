import { LIMITS } from '../../schema/limits.ts';

/**
 * The rule that the project is named after: a fact is public once this many distinct installs have reported it
 * (contract, section 3, Three installs). The domain takes the number from here.
 */
export const INSTALLS_TO_PUBLISH = LIMITS.installsToPublish.value;

export const isCorroborated = (installs: number): boolean => installs >= INSTALLS_TO_PUBLISH;

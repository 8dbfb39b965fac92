/**
 * The rule that the project is named after: a fact is public once this many distinct installs have reported it
 * (contract, section 3, Three installs). The only place the number stands.
 */
export const INSTALLS_TO_PUBLISH = 3;

export const isCorroborated = (installs: number): boolean => installs >= INSTALLS_TO_PUBLISH;

/** The part of an instance's configuration that tools report. */
export interface InstanceState {
  /** Whether API keys with higher limits are enabled (TW_KEYS). */
  readonly keys: boolean;
  /** Whether holders of an install id may issue grants for themselves (TW_SELF_GRANTS). */
  readonly selfGrants: boolean;
  /** Returns whether exports are available. */
  exports(): Promise<'ready' | 'none' | 'unreachable'>;
}

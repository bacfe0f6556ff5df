/** The system and the runtime, for `web3_clientVersion`. */
export const runtimeName = 'web/Browser'

/** Not known to pages. */
export const processor = 'unknown'

/** Whether programs can run beside this one (`primitives/threads`). */
export const hasThreads = false

/** Shows an error that no caller can receive in the console. */
export const warnOf = (error: unknown): void => {
  console.warn(error)
}

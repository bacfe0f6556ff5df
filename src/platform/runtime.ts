import { platform } from 'node:os'

/** The system and the runtime, for `web3_clientVersion`. */
export const runtimeName = `${platform()}/Node${process.version.slice(1)}`

/** The processor, as Node names it. */
export const { arch: processor } = process

/** Whether programs can run beside this one (`primitives/threads`). */
export const hasThreads = true

/** Emits an error that no caller can receive as a warning of the process. */
export const warnOf = (error: unknown): void => {
  process.emitWarning(error instanceof Error ? error : String(error))
}

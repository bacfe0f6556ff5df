export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export type LogFields = { readonly [field: string]: string | number | boolean | undefined }

/** Structured logs: what happened, and the facts. An API key is never a fact; its id is. */
export interface Logger {
  isEnabled(level: LogLevel): boolean
  log(level: LogLevel, event: string, fields?: LogFields): void
}

export interface LineLoggerOptions {
  readonly level: LogLevel
  readonly now: () => number
  readonly write: (line: string) => void
}

/** One JSON object a line. */
export function lineLogger({ level: lowest, now, write }: LineLoggerOptions): Logger {
  const isEnabled = (level: LogLevel): boolean => logLevels.indexOf(level) >= logLevels.indexOf(lowest)
  return {
    isEnabled,
    log(level, event, fields) {
      if (!isEnabled(level)) return
      write(`${JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...fields })}\n`)
    },
  }
}

/** Everything that is known of an error, for the operator only. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

export const silentLogger: Logger = { isEnabled: () => false, log: () => {} }

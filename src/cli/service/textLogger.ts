import { type Logger, type LogLevel, logLevels } from '../../server/log/log.ts'

export interface TextLoggerOptions {
  readonly level: LogLevel
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly write: (line: string) => void
}

/** A line for people: when, how important, what, and the facts. */
export function textLogger({ level: lowest, now, write }: TextLoggerOptions): Logger {
  const isEnabled = (level: LogLevel): boolean => logLevels.indexOf(level) >= logLevels.indexOf(lowest)
  return {
    isEnabled,
    log(level, event, fields = {}) {
      if (!isEnabled(level)) return
      const facts = Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => ` ${name}=${factText(value)}`)
      write(`${new Date(now()).toISOString()} ${level.padEnd(5)} ${event}${facts.join('')}`)
    },
  }
}

/** Facts may come from clients: they stay on their line, and where one ends is plain. */
function factText(value: string | number | boolean | undefined): string {
  const text = String(value)
  return /^[\w.:/@+-]+$/.test(text) ? text : JSON.stringify(text)
}

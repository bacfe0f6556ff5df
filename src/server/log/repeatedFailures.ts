import type { LogFields, Logger, LogLevel } from './logger.ts'

/** Distinct failures that are remembered; a process with more of them in a minute has other problems than its log. */
const maximumKnown = 1_000
const intervalMs = 60_000

/** A failure that was logged, and how often it has happened since. */
interface Known {
  readonly timer: NodeJS.Timeout
  readonly level: LogLevel
  readonly event: string
  /** Of the latest. */
  fields: LogFields
  count: number
}

/** A logger that says a repeated failure once a minute, with the number of times that were not logged. */
export interface FailureLogger extends Logger {
  /** Logs the failures that wait for their minute to end. */
  flush(): void
}

/** Failures are the same when their event, network, method and reason are; the ids of their requests differ. */
export function withoutRepetitions(logger: Logger): FailureLogger {
  const known = new Map<string, Known>()

  const remember = (key: string, level: LogLevel, event: string, fields: LogFields): void => {
    const timer = setTimeout(() => say(key), intervalMs).unref()
    known.set(key, { timer, level, event, fields, count: 0 })
  }

  /** The end of the minute: a failure that has not happened again is forgotten. */
  const say = (key: string): void => {
    const { level, event, fields, count } = known.get(key)!
    known.delete(key)
    if (count === 0) return
    logger.log(level, event, { ...fields, count })
    remember(key, level, event, fields)
  }

  return {
    isEnabled: (level) => logger.isEnabled(level),

    log(level, event, fields = {}) {
      const { count } = fields
      // Events that are counted already name their number.
      if ((level !== 'error' && level !== 'warn') || count !== undefined) {
        logger.log(level, event, fields)
        return
      }
      const key = keyOf(event, fields)
      const earlier = known.get(key)
      if (earlier !== undefined) {
        earlier.count++
        earlier.fields = fields
        return
      }
      logger.log(level, event, fields)
      if (known.size < maximumKnown) remember(key, level, event, fields)
    },

    flush() {
      for (const { timer, level, event, fields, count } of known.values()) {
        clearTimeout(timer)
        if (count > 0) logger.log(level, event, { ...fields, count })
      }
      known.clear()
    },
  }
}

/** The first line of a reason is the message of an error; the others are its stack. */
const keyOf = (event: string, { network, method, reason }: LogFields): string =>
  [event, network, method, String(reason ?? '').split('\n', 1)[0]].join('\n')

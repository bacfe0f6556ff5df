import type { LogFields, Logger, LogLevel } from './logger.ts'

/** Distinct failures that are remembered: clients cause some of them, and each of their addresses is another failure. */
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

/**
 * Failures are the same when their event, network, method, node, client's address and reason are; the ids of their requests
 * differ. A log must not grow as fast as an attacker connects.
 */
export function withoutRepetitions(logger: Logger): FailureLogger {
  const known = new Map<string, Known>()

  const remember = (key: string, level: LogLevel, event: string, fields: LogFields): void => {
    const [oldest] = known.size < maximumKnown ? [] : known.keys()
    if (oldest !== undefined) end(oldest)
    const timer = setTimeout(() => endMinute(key), intervalMs).unref()
    known.set(key, { timer, level, event, fields, count: 0 })
  }

  /** Forgets a failure; undefined if it has not happened again. */
  const end = (key: string): Known | undefined => {
    const ended = known.get(key)!
    const { timer, level, event, fields, count } = ended
    known.delete(key)
    clearTimeout(timer)
    if (count === 0) return undefined
    logger.log(level, event, { ...fields, count })
    return ended
  }

  const endMinute = (key: string): void => {
    const ended = end(key)
    if (ended !== undefined) remember(key, ended.level, ended.event, ended.fields)
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
      remember(key, level, event, fields)
    },

    flush() {
      for (const key of known.keys()) end(key)
    },
  }
}

/** The first line of a reason is the message of an error; the others are its stack. */
const keyOf = (event: string, { network, method, node, address, reason }: LogFields): string =>
  [event, network, method, node, address, String(reason ?? '').split('\n', 1)[0]].join('\n')

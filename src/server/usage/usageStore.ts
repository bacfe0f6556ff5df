import type { Usage } from '../limits/usage.ts'

/** Who used what. */
export interface UsageLabels {
  /** The id of the key, or `guests`. */
  readonly caller: string
  readonly network: string
  readonly method: string
}

/** The usage of one method by one caller in one hour. */
export interface UsageOfHour extends UsageLabels {
  readonly hour: number
  readonly usage: Usage
}

/** The usage of each hour by caller, network and method, for 90 days. */
export interface UsageStore {
  add(labels: UsageLabels, usage: Partial<Usage>): void
  /** Rows of the hours from `first` up to and including `last`, ordered by hour. */
  rows(first: number, last: number): AsyncIterable<UsageOfHour>
  close(): void | Promise<void>
}

export const hourMs = 60 * 60 * 1000
/** Hours since 1970 in UTC. */
export const hourOf = (now: number): number => Math.floor(now / hourMs)

export const hoursKept = 90 * 24

/** The caller without a key. */
export const guests = 'guest'
/** Caller and method of the usage that exceeds the rows of an hour. */
const others = 'other'

/** The names of the rows that a process counts in the current hour, at most so many. */
export class HourRows {
  readonly #maximum: number
  #hour = 0
  #names = new Set<string>()

  constructor(maximum = 50_000) {
    this.#maximum = maximum
  }

  nameOf(hour: number, { caller, network, method }: UsageLabels): string {
    if (hour !== this.#hour) {
      this.#hour = hour
      this.#names = new Set()
    }
    const name = `${caller}/${network}/${method}`
    if (!this.#names.has(name) && this.#names.size >= this.#maximum) return `${others}/${network}/${others}`
    this.#names.add(name)
    return name
  }
}

export function labelsOf(name: string): UsageLabels {
  const [caller = '', network = '', method = ''] = name.split('/')
  return { caller, network, method }
}

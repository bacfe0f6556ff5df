import { Standing } from './standing.ts'

/**
 * Standings by name, bounded in number. The standing touched longest ago is dropped first and punished ones last, so
 * that a punished node cannot displace its own standing by using many names.
 */
export class Standings {
  readonly #capacity: number
  readonly #byName = new Map<string, Standing>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  find(name: string, now: number): Standing | undefined {
    const standing = this.#byName.get(name)
    standing?.expire(now)
    return standing
  }

  /** The standing of a name, created if necessary. It becomes the last to be dropped. */
  touch(name: string, now: number): Standing {
    const standing = this.find(name, now) ?? new Standing()
    this.#byName.delete(name)
    if (this.#byName.size >= this.#capacity) this.#dropOne(now)
    this.#byName.set(name, standing)
    return standing
  }

  clear(name: string): void {
    this.#byName.delete(name)
  }

  list(now: number): [name: string, standing: Standing][] {
    for (const standing of this.#byName.values()) standing.expire(now)
    return [...this.#byName]
  }

  #dropOne(now: number): void {
    let dropped: string | undefined
    for (const [name, standing] of this.#byName) {
      standing.expire(now)
      dropped ??= name
      if (standing.isPunished) continue
      dropped = name
      break
    }
    if (dropped !== undefined) this.#byName.delete(dropped)
  }
}

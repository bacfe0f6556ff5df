import { compareBytes } from '../primitives/bytes.ts'

interface Keyed {
  readonly key: Uint8Array
}

interface Source<Item extends Keyed> {
  readonly walk: number
  readonly entries: Iterator<Item>
  current: Item
  /** Read ahead, because a damaged key is known by the one after it. */
  next: Item | undefined
}

interface Observer<Item> {
  /** Called for each entry of a walk, also for one that a newer entry hides, before the next one is returned. */
  readonly onPassed?: (walk: number, entry: Item) => void
  readonly onMisplaced?: () => void
}

/**
 * One walk over several, of which the first has the newest entry of a key. A damaged key may stand out of order: it is returned
 * where it stands, so that whoever checks entries meets it.
 */
export function* mergeWalks<Item extends Keyed>(
  walks: readonly Iterable<Item>[],
  reverse: boolean,
  { onPassed, onMisplaced }: Observer<Item> = {},
): Generator<Item, void, undefined> {
  const sources = walks.map(begun).filter((source) => source !== undefined)
  const order = (one: Item, other: Item): number =>
    reverse ? compareBytes(other.key, one.key) : compareBytes(one.key, other.key)
  const isMisplaced = ({ current, next }: Source<Item>): boolean =>
    next !== undefined && order(current, next) >= 0
  try {
    while (sources.length > 0) {
      let chosen = sources[0]!
      for (const source of sources) {
        if (isMisplaced(source)) {
          onMisplaced?.()
          chosen = source
          break
        }
        if (order(source.current, chosen.current) < 0) chosen = source
      }
      const entry = chosen.current
      yield entry
      for (let index = sources.length - 1; index >= 0; index--) {
        const source = sources[index]!
        if (source !== chosen && order(source.current, entry) !== 0) continue
        onPassed?.(source.walk, source.current)
        if (!advance(source)) sources.splice(index, 1)
      }
    }
  } finally {
    for (const { entries } of sources) entries.return?.()
  }
}

function begun<Item extends Keyed>(entriesOfWalk: Iterable<Item>, walk: number): Source<Item> | undefined {
  const entries = entriesOfWalk[Symbol.iterator]()
  const current = nextOf(entries)
  return current && { walk, entries, current, next: nextOf(entries) }
}

function advance<Item extends Keyed>(source: Source<Item>): boolean {
  if (source.next === undefined) return false
  source.current = source.next
  source.next = nextOf(source.entries)
  return true
}

/** Undefined after the last one. */
export function nextOf<Item>(entries: Iterator<Item>): Item | undefined {
  const next = entries.next()
  return next.done ? undefined : next.value
}

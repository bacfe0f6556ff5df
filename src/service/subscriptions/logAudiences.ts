import type { LogCriterion } from '../../chain/logs/criterion.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Steps } from '../../primitives/work/steps.ts'
import type { Deliver } from '../../rpc/method/subscribing.ts'
import { countOfStep, deliverTo, type Member } from './audience.ts'
import { CriterionIndex, type HexCriterion, type HexLog } from './criterionIndex.ts'
import type { FanOut } from './fanOut.ts'

/** The subscriptions of one owner with the same criterion. */
interface LogAudience {
  readonly matches: (log: HexLog) => boolean
  readonly members: Set<Member>
}

/** The subscribers to logs. A log is compared with few criteria. */
export class LogAudiences {
  readonly #fanOut: FanOut
  /** By owner and criterion, with the functions that remove them from the index. */
  readonly #audiences = new Map<string, { readonly members: Set<Member>; readonly remove: () => void }>()
  readonly #index = new CriterionIndex<LogAudience>()

  constructor(fanOut: FanOut) {
    this.#fanOut = fanOut
  }

  get isEmpty(): boolean {
    return this.#audiences.size === 0
  }

  /** Returns the function that leaves the audience. */
  join(criterion: LogCriterion, owner: string, deliver: Deliver): () => void {
    const inHex = hexOf(criterion)
    // The same name for equal criteria of an owner.
    const name = JSON.stringify([owner, inHex])
    const { members, remove } = this.#audiences.get(name) ?? this.#open(name, inHex, owner)
    const member: Member = { deliver, since: this.#fanOut.last }
    members.add(member)
    return () => {
      if (!members.delete(member) || members.size > 0) return
      this.#audiences.delete(name)
      remove()
    }
  }

  /** Schedules the delivery of a log of the news with this number. Its text is written once for all subscribers. */
  *schedule(log: HexLog, write: () => string, news: number): Steps<void> {
    let text: string | undefined
    const written = (): string => {
      text ??= write()
      return text
    }
    let owners = 0
    for (const [owner, audiences] of this.#index.candidates(log)) {
      this.#fanOut.schedule(owner, deliverToMatching(audiences, log, written, news))
      if (++owners % countOfStep === 0) yield
    }
  }

  #open(name: string, criterion: HexCriterion, owner: string) {
    const members = new Set<Member>()
    const remove = this.#index.add(criterion, owner, { matches: matcherOf(criterion), members })
    const opened = { members, remove }
    this.#audiences.set(name, opened)
    return opened
  }
}

function* deliverToMatching(
  audiences: ReadonlySet<LogAudience>,
  log: HexLog,
  written: () => string,
  news: number,
): Steps<void> {
  for (const { matches, members } of audiences) {
    if (!matches(log)) continue
    yield* deliverTo(members, written(), news)
    yield
  }
}

const hexOf = ({ addresses, topics }: LogCriterion): HexCriterion => ({
  addresses: addresses.map(toHex),
  topics: topics.map((alternatives) => alternatives.map(toHex)),
})

function matcherOf({ addresses, topics }: HexCriterion): (log: HexLog) => boolean {
  const wanted = new Set(addresses)
  const positions = topics.map((alternatives) => new Set(alternatives))
  return (log) =>
    (wanted.size === 0 || wanted.has(log.address)) &&
    positions.every((alternatives, position) => {
      const topic = log.topics[position]
      return alternatives.size === 0 || (topic !== undefined && alternatives.has(topic))
    })
}

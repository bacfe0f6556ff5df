import type { Chain } from '../../chain/chain.ts'
import type { WatchSearch } from '../../chain/logs/searchStep.ts'
import type { DataQuery, TraceRequest } from './dataQuery.ts'
import { criterionOf } from './logMatching.ts'

type SearchedChain = Pick<Chain, 'blocksWithLogs' | 'blocksWithParticipants'>

/** Whether a request matches nothing because one of its lists is empty. */
const matchesNothing = (lists: readonly (readonly unknown[] | undefined)[]): boolean =>
  lists.some((list) => list?.length === 0)

/**
 * Numbers of the blocks, ascending, in which a query may select something. The indexes of logs and participants name them, so
 * others are not read; requests that name no account are for every block. `onStep` is told of the postings that are read. Throws `MissingHistory` for blocks that were not
 * executed here.
 */
export function matchingBlocks(
  { includeAllBlocks, logs, transactions, traces, stateDiffs }: DataQuery,
  fromBlock: number,
  toBlock: number,
  chain: SearchedChain,
  onStep?: WatchSearch,
): Iterable<number> {
  const withParticipants = (participants: readonly TraceRequest['callTo'][]) =>
    chain.blocksWithParticipants({
      fromBlock,
      toBlock,
      participants: participants.map((list) => list ?? []),
      onStep,
    })
  const sources = [
    ...logs
      .filter(({ address, topics }) => !matchesNothing([address, ...topics]))
      .map((request) => chain.blocksWithLogs({ ...criterionOf(request), fromBlock, toBlock, onStep })),
    ...transactions
      .filter(({ from, to, sighash, type }) => !matchesNothing([from, to, sighash, type]))
      .map(({ from, to }) => withParticipants([from, to])),
    ...traces
      .filter((request) => !matchesNothing(listsOf(request)))
      .map((request) => withParticipants(accountsOf(request))),
    ...stateDiffs
      .filter(({ address, key, kind }) => !matchesNothing([address, key, kind]))
      .map(({ address }) => withParticipants([address])),
  ]
  return includeAllBlocks ? numbers(fromBlock, toBlock) : union(sources)
}

const accountsOf = (request: TraceRequest): TraceRequest['callTo'][] => [
  request.createFrom,
  request.createResultAddress,
  request.callFrom,
  request.callTo,
  request.suicideRefundAddress,
]

const listsOf = (request: TraceRequest): (readonly unknown[] | undefined)[] => [
  ...accountsOf(request),
  request.type,
  request.callSighash,
  // Rootstock has no traces of rewards.
  request.rewardAuthor && [],
]

function* numbers(from: number, to: number): Generator<number, void, undefined> {
  for (let number = from; number <= to; number++) yield number
}

/** The numbers of ascending sources, ascending, each once. */
function* union(sources: readonly Iterable<number>[]): Generator<number, void, undefined> {
  const iterators = sources.map((source) => source[Symbol.iterator]())
  const heads = iterators.map((iterator) => iterator.next())
  while (true) {
    let lowest = Number.POSITIVE_INFINITY
    for (const head of heads) if (head.done !== true && head.value < lowest) lowest = head.value
    if (lowest === Number.POSITIVE_INFINITY) return
    yield lowest
    for (const [index, head] of heads.entries()) {
      if (head.done !== true && head.value === lowest) heads[index] = iterators[index]!.next()
    }
  }
}

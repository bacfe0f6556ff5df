import { equalBytes } from '../../primitives/bytes.ts'
import type { Anchor } from '../anchor/anchor.ts'
import type { HeaderTree } from '../chain/headerTree.ts'
import type { Endpoint, ShownHead } from '../endpoints/endpoint.ts'
import type { Belief } from '../lightHeaders.ts'

/** A header needs seconds to reach all nodes, so an endpoint that is this many blocks behind still agrees. */
const maximumBehind = 3
const perThousand = 1_000n

export interface BelievedParts {
  readonly anchor: Anchor
  readonly kind: Belief['kind']
  readonly tree: HeaderTree
  readonly endpoints: readonly Endpoint[]
  readonly nowMs: number
  readonly isFresh: boolean | undefined
}

export function beliefOf({ anchor, kind, tree, endpoints, nowMs, isFresh }: BelievedParts): Belief {
  const { header, totalDifficulty } = tree.head
  const shown = endpoints.flatMap(({ head }) => head ?? [])
  const agrees = (head: ShownHead): boolean =>
    head.number >= header.number - maximumBehind && isOnChain(head, tree)
  const isRival = ({ number, hash }: ShownHead): boolean =>
    !isOnChain({ number, hash }, tree) && tree.byHash(hash)?.totalDifficulty === totalDifficulty
  return {
    kind,
    anchor: { number: anchor.number, hash: anchor.hash, timestamp: anchor.timestamp },
    headNumber: header.number,
    headHash: header.hash,
    ageSeconds: Math.max(0, Math.round(nowMs / 1000 - header.timestamp)),
    bitcoinBlocks: bitcoinBlocksOf(workOf(kind, tree), anchor),
    agreeing: shown.filter(agrees).length,
    asked: shown.length,
    rivals: shown.filter(isRival),
    isFreshByBitcoin: isFresh,
  }
}

/** A number of Bitcoin blocks; zero where the anchor has no Bitcoin header. */
const bitcoinBlocksOf = (work: bigint, { bitcoinWork }: Anchor): number =>
  bitcoinWork === undefined ? 0 : Number((work * perThousand) / bitcoinWork) / Number(perThousand)

/** The work above the anchor, which is trusted; in a window all headers count. */
function workOf(kind: Belief['kind'], tree: HeaderTree): bigint {
  const first = tree.at(tree.firstNumber)
  if (first === undefined) return 0n
  const above = tree.head.totalDifficulty - first.totalDifficulty
  return kind === 'linked' ? above : above + first.header.difficulty
}

function isOnChain({ number, hash }: ShownHead, tree: HeaderTree): boolean {
  const there = tree.at(number)
  return there !== undefined && equalBytes(there.header.hash, hash)
}

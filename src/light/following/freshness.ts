import { BitcoinHeader, bitcoinHeaderLength } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import { isRecord, type RemoteAnswer } from '../../remote/jsonAnswers.ts'
import type { RemoteNode } from '../../remote/remoteNode.ts'

/** Newest headers whose Bitcoin parents are looked up. */
export const comparedHeaders = 12
/** Bitcoin blocks that the newest parent may be behind: an hour. */
const maximumBehind = 6

/**
 * Whether most of the headers were mined on blocks of the best chain of a Bitcoin node, and one of them on a block of the
 * last hour, so that they were not mined in advance. Rejects with a `NodeFailure`.
 */
export async function isFreshByBitcoin(
  headers: readonly BlockHeader[],
  bitcoin: RemoteNode,
): Promise<boolean> {
  const parents = new Set(headers.flatMap((header) => bitcoinParentOf(header) ?? []))
  const calls = [
    { method: 'getblockcount', params: [] },
    ...Array.from(parents, (hash) => ({ method: 'getblockheader', params: [hash] })),
  ]
  const [count, ...answers] = await bitcoin.ask(calls)
  const found = new Map([...parents].map((hash, index) => [hash, bestHeight(resultOf(answers[index]))]))
  const heights = headers.flatMap((header) => found.get(bitcoinParentOf(header) ?? '') ?? [])
  const tip = resultOf(count)
  if (typeof tip !== 'number') return false
  return 2 * heights.length > headers.length && Math.max(...heights) >= tip - maximumBehind
}

function bitcoinParentOf({ mergedMining }: BlockHeader): string | undefined {
  if (mergedMining?.header.length !== bitcoinHeaderLength) return undefined
  return toHexDigits(new BitcoinHeader(mergedMining.header).parentHash)
}

const resultOf = (answer: RemoteAnswer | undefined): unknown =>
  answer?.error === undefined ? answer?.result : undefined

/** The height of a block of the best chain; undefined for another one, which has no confirmations. */
function bestHeight(answer: unknown): number | undefined {
  if (!isRecord(answer)) return undefined
  const { height, confirmations } = answer
  return typeof height === 'number' && typeof confirmations === 'number' && confirmations > 0
    ? height
    : undefined
}

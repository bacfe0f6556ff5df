import { equalBytes } from '../primitives/bytes.ts'
import { toHex } from '../primitives/hex.ts'
import { bridgeAddress } from '../protocol/addresses.ts'
import type { PastBlock } from './blocks/pastBlock.ts'
import type { ForkCache } from './cache/forkCache.ts'
import type { MissingValues } from './fetching/guessing.ts'

const modeKey = new TextEncoder().encode('long cells')
const offered = Uint8Array.of(1)

/** Whether the endpoint has `rsk_getStorageBytesAt`, which the reference node switches off by default. */
export async function givesLongCells(
  { block: { header } }: PastBlock,
  cache: ForkCache,
  missing: MissingValues,
): Promise<boolean> {
  const known = cache.get(modeKey)
  if (known !== undefined) return equalBytes(known, offered)
  let isOffered = true
  const params = [toHex(bridgeAddress), '0x0', { blockHash: toHex(header.hash) }]
  await missing.fetch({
    calls: [{ method: 'rsk_getStorageBytesAt', params }],
    settle: ([answer]) => {
      isOffered = answer?.error === undefined
      return undefined
    },
  })
  cache.put([[modeKey, isOffered ? offered : Uint8Array.of(0)]])
  return isOffered
}

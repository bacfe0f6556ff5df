import { toHex } from '../primitives/hex.ts'
import { bridgeAddress } from '../protocol/addresses.ts'
import { isActive, type Network } from '../protocol/networks/network.ts'
import { fromEndpoint, objectFrom } from './answers/fields.ts'
import { requireWork } from './answers/headerFrom.ts'
import type { PastBlock } from './blocks/pastBlock.ts'
import type { ForkCache } from './cache/forkCache.ts'
import type { MissingValues } from './fetching/missingValues.ts'
import { provenReading } from './state/provenReading.ts'

/** Caches an ability of the endpoint with the answers about its fork block. */
async function remembered(cache: ForkCache, name: string, ask: () => Promise<boolean>): Promise<boolean> {
  const key = new TextEncoder().encode(name)
  const known = cache.get(key)
  if (known !== undefined) return known[0] === 1
  const isOffered = await ask()
  cache.put([[key, Uint8Array.of(isOffered ? 1 : 0)]])
  return isOffered
}

/** Whether the endpoint has `rsk_getStorageBytesAt`, which the reference node switches off by default. */
export const givesLongCells = (
  { block: { header } }: PastBlock,
  cache: ForkCache,
  missing: MissingValues,
): Promise<boolean> =>
  remembered(cache, 'long cells', async () => {
    let isOffered = true
    const params = [toHex(bridgeAddress), '0x0', { blockHash: toHex(header.hash) }]
    await missing.fetch({
      calls: [{ method: 'rsk_getStorageBytesAt', params }],
      settle: ([answer]) => {
        isOffered = answer?.isError === false
        return undefined
      },
    })
    return isOffered
  })

const probed = new Uint8Array(20)

/**
 * Whether the endpoint proves states as Cambium does. An endpoint without the method is trusted; one whose proofs do
 * not hold is an error, as is a header without its proof of work.
 */
export async function givesProofs(
  { block: { header } }: PastBlock,
  network: Network,
  cache: ForkCache,
  missing: MissingValues,
): Promise<boolean> {
  if (!isActive(network, 'rskip126', header.number)) return false
  return remembered(cache, 'verified', async () => {
    const { number, hash, stateRoot } = header
    const proof = provenReading([{ address: probed, cells: [] }], { number, hash, stateRoot }, () => {})
    let isProven = true
    await missing.fetch({
      calls: proof.calls,
      settle: (answers) => {
        isProven = answers[0]?.isError === false
        if (isProven) {
          objectFrom(answers[0]!.result, 'proof')
          proof.settle(answers)
        }
        return undefined
      },
    })
    if (isProven) fromEndpoint(missing.shown, () => requireWork(header, network))
    return isProven
  })
}

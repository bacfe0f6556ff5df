import { equalBytes } from '../primitives/bytes.ts'
import { isActive, type Network } from '../protocol/networks/network.ts'
import { objectFrom } from './answers/fields.ts'
import type { PastBlock } from './blocks/pastBlock.ts'
import { requireWork } from './blocks/requireWork.ts'
import type { ForkCache } from './cache/forkCache.ts'
import type { Fetcher } from './fetching/fetchThread.ts'
import type { MissingValues } from './fetching/guessing.ts'
import { resultOf } from './state/answerValue.ts'
import { ProvenReading } from './state/provenReading.ts'

const modeKey = new TextEncoder().encode('verified')
const proven = Uint8Array.of(1)
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
  { shown }: Pick<Fetcher, 'shown'>,
): Promise<boolean> {
  const known = cache.get(modeKey)
  if (known !== undefined) return equalBytes(known, proven)
  if (!isActive(network, 'rskip126', header.number)) return false
  const { number, hash, stateRoot } = header
  const plan = new ProvenReading(shown).plan([{ address: probed, cells: [] }], { number, hash, stateRoot })
  let isProven = true
  await missing.fetch({
    calls: plan.calls,
    settle: (answers) => {
      isProven = answers[0]?.error === undefined
      if (isProven) {
        objectFrom(resultOf(answers[0]!, plan.calls[0]!, shown), 'proof')
        plan.settle(answers)
      }
      return undefined
    },
  })
  if (isProven) requireWork(header, network, shown)
  cache.put([[modeKey, isProven ? proven : Uint8Array.of(0)]])
  return isProven
}

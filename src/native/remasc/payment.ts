import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { asciiBytes, asHash, type Hash, leftPad } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import { rememberBloomBits } from '../../protocol/bloom.ts'
import type { EmitLog } from '../nativeContext.ts'
import type { RemascState } from './cells.ts'
import type { Payment } from './distribution.ts'

const miningFeeTopic = rememberBloomBits(asHash(leftPad(asciiBytes('mining_fee_topic'), 32)))
rememberBloomBits(remascAddress)

/** Every block pays RSK Labs and the federators, and most blocks are made by few miners. */
const mostReceivers = 256
const topicsByReceiver = new BoundedMap<string, readonly Hash[]>(mostReceivers)

function topicsOf(receiver: Uint8Array): readonly Hash[] {
  const key = addressKey(receiver)
  const known = topicsByReceiver.use(key)
  if (known !== undefined) return known
  const topics = [miningFeeTopic, rememberBloomBits(asHash(leftPad(receiver, 32)))]
  topicsByReceiver.set(key, topics)
  return topics
}

/** Makes and logs a payment for the block with this hash. A payment of zero also creates the account. */
export function pay(state: RemascState, { to, amount }: Payment, blockHash: Hash, emit: EmitLog): void {
  state.addBalance(remascAddress, -amount)
  state.addBalance(to, amount)
  emit({
    address: remascAddress,
    topics: topicsOf(to),
    data: encodeRlp([blockHash, unsignedBytes(amount)]),
  })
}

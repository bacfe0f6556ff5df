import { asciiBytes, asHash, type Hash, leftPad } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { EmitLog } from '../nativeContext.ts'
import type { RemascState } from './cells.ts'
import type { Payment } from './distribution.ts'

const miningFeeTopic = asHash(leftPad(asciiBytes('mining_fee_topic'), 32))

/** Makes and logs a payment for the block with this hash. A payment of zero also creates the account. */
export function pay(state: RemascState, { to, amount }: Payment, blockHash: Hash, emit: EmitLog): void {
  state.addBalance(remascAddress, -amount)
  state.addBalance(to, amount)
  emit({
    address: remascAddress,
    topics: [miningFeeTopic, asHash(leftPad(to, 32))],
    data: encodeRlp([blockHash, unsignedBytes(amount)]),
  })
}

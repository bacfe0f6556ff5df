import type { Log } from '../../../evm/log.ts'
import type { FrameEntry, FrameExit, Tracer } from '../../../evm/tracer.ts'
import { type Address, asAddress, asHash, leftPad } from '../../../primitives/bytes.ts'
import { fromHex } from '../../../primitives/hex.ts'
import { wordBytes } from '../../../primitives/integers.ts'

/** The address under which eth_simulateV1 shows payments, by convention that of the coin itself. */
const coin = asAddress(fromHex('ee'.repeat(20)))
/** The hash of `Transfer(address,address,uint256)`. */
const transferTopic = asHash(fromHex('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'))

/** The logs of an execution with its payments among them, without those of failed frames. */
export class TransferLogs implements Tracer {
  readonly logs: Log[] = []
  readonly #marks: number[] = []

  enter({ kind, caller, address, value }: FrameEntry): void {
    this.#marks.push(this.logs.length)
    // Only these kinds move coins between accounts.
    if (kind === 'call' || kind === 'create' || kind === 'create2') this.transfer(caller, address, value)
  }

  exit({ status }: FrameExit): void {
    const mark = this.#marks.pop()!
    if (status !== 'success') this.logs.length = mark
  }

  log({ address, topics, data }: Log): void {
    this.logs.push({ address, topics, data })
  }

  selfDestruct(address: Address, beneficiary: Address, balance: bigint): void {
    this.transfer(address, beneficiary, balance)
  }

  transfer(from: Address, to: Address, amount: bigint): void {
    if (amount === 0n) return
    const topics = [transferTopic, addressTopic(from), addressTopic(to)]
    this.logs.push({ address: coin, topics, data: wordBytes(amount) })
  }
}

const addressTopic = (address: Address) => asHash(leftPad(address, 32))

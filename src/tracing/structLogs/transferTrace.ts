import type { FrameEntry } from '../../evm/tracer.ts'
import { Buffer } from '../../platform/buffer.ts'
import type { Address } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { wordDigits } from './stepTexts.ts'

/**
 * The trace of a transaction that runs no code (a transfer, a precompiled contract, the payment to the miners), with
 * the payments of a native contract. The members are those of the reference node.
 */
export class TransferTrace {
  readonly #entry: FrameEntry
  readonly #payments: string[] = []

  constructor(entry: FrameEntry) {
    this.#entry = entry
  }

  add(from: Address, to: Address, amount: bigint): void {
    this.#payments.push(
      `{"traceType":"CALL","callType":"CALL","creationData":null,"creationMethod":null` +
        `,"invokeData":${invocation(to, from, amount, '""')},"programResult":${emptyResult}` +
        `,"codeAddress":null,"subtraces":[]}`,
    )
  }

  text(): string {
    const { address, caller, value, input } = this.#entry
    const data = input.length === 0 ? 'null' : `"${Buffer.from(input).toString('base64')}"`
    return (
      `{"programInvoke":null,"transferInvoke":${invocation(address, caller, value, data)}` +
      `,"subtraces":[${this.#payments.join(',')}],"result":null,"error":null,"reverted":false}`
    )
  }
}

const invocation = (owner: Address, caller: Address, value: bigint, data: string): string =>
  `{"ownerAddress":"${addressWord(owner)}","callerAddress":"${addressWord(caller)}","gas":0` +
  `,"callValue":"${wordDigits(value)}","msgData":${data}}`

const addressWord = (address: Address): string => toHexDigits(address).padStart(64, '0')

const emptyResult = JSON.stringify({
  hReturn: '',
  exception: null,
  revert: false,
  codeChanges: null,
  deleteAccounts: null,
  internalTransactions: null,
  logInfoList: null,
  gasUsed: 0,
  futureRefund: 0,
  deductedRefund: 0,
  callCreateList: null,
  maxGasUsed: 0,
  movedRemainingGasToChild: false,
  callWithValuePerformed: false,
  gasUsedBeforeRefunds: 0,
})

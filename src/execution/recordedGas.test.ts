import { describe, expect, it } from 'vitest'
import { contextAfter, listBlocks } from '../native/nativeWorld.cases.ts'
import { fromHex, toHex } from '../primitives/hex.ts'
import { recordedBlocks, recordedReceipts } from '../primitives/recordings.cases.ts'
import { decodeBlock } from '../protocol/block.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import { rulesAt } from '../protocol/networks/rules.ts'
import { intrinsicGas } from '../protocol/transactions/intrinsicGas.ts'
import { nativeContract } from './host/nativeContracts.ts'

/** A transaction of the chain `basic` that was sent to a native contract. */
interface DirectCall {
  readonly name: string
  readonly required: number
  readonly gasLimit: number
  readonly gasUsed: number
  readonly status: string
}

function directCalls(): DirectCall[] {
  const receipts = new Map(recordedReceipts('basic').map((receipt) => [receipt.transactionHash, receipt]))
  const rules = rulesAt(regtest, 100)
  const context = contextAfter(listBlocks(1))
  const calls: DirectCall[] = []
  for (const { rlp } of recordedBlocks('basic')) {
    for (const transaction of decodeBlock(fromHex(rlp), regtest).transactions) {
      const contract = transaction.to && nativeContract(transaction.to, context)
      if (!contract || contract.name === 'REMASC' || contract.name === 'Bridge') continue
      const receipt = receipts.get(toHex(transaction.hash))!
      calls.push({
        name: contract.name,
        required: intrinsicGas(transaction, rules) + contract.gas(transaction.data),
        gasLimit: Number(transaction.gasLimitValue),
        gasUsed: Number(receipt.gasUsed),
        status: receipt.status,
      })
    }
  }
  return calls
}

describe('native contracts', () => {
  it('charge the gas of the reference node, even for input they reject', () => {
    const calls = directCalls()
    expect(new Set(calls.map(({ name }) => name))).toEqual(
      new Set(['HDWalletUtils', 'BlockHeader', 'Environment']),
    )
    for (const { required, gasLimit, gasUsed, status } of calls) {
      expect(gasUsed).toBe(Math.min(required, gasLimit))
      expect(status).toBe(required > gasLimit ? '0x0' : '0x1')
    }
  })
})

import type { RuleName } from '../networks/ruleTable.ts'
import { type EmptyPrices, readTyped } from './typedFields.ts'
import { TypedTransaction } from './typedTransaction.ts'

const neededRules: readonly RuleName[] = ['rskip543', 'rskip546']
const fieldCount = 11

/** Type 1, with an access list (RSKIP546, EIP-2930). */
export class Type1Transaction extends TypedTransaction {
  readonly type = 1

  override get neededRules(): readonly RuleName[] {
    return neededRules
  }

  protected override get prices(): readonly (bigint | null)[] {
    return [this.gasPrice]
  }
}

export function decodeType1(bytes: Uint8Array, emptyPrices: EmptyPrices): Type1Transaction {
  const fields = readTyped(bytes, 'RSKIP546 (EIP-2930) transaction', fieldCount, emptyPrices)
  const chainId = fields.chainId()
  const nonce = fields.integerBytes('Nonce')
  const gasPrice = fields.gasPrice()
  const call = fields.call()
  const accessList = fields.accessList()
  return new Type1Transaction(
    { chainId, nonce, gasPrice, ...call, signature: fields.signature() },
    accessList,
  )
}

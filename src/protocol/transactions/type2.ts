import type { RuleName } from '../networks/ruleTable.ts'
import type { TransactionFields } from './transaction.ts'
import { type EmptyPrices, type Fees, readTyped } from './typedFields.ts'
import { TypedTransaction } from './typedTransaction.ts'

const neededRules: readonly RuleName[] = ['rskip543', 'rskip546']
const fieldCount = 12

/**
 * Type 2, with two fees (RSKIP546, EIP-1559). Rootstock has no base fee: the sender pays the smaller of the two, which is
 * the priority fee.
 */
export class Type2Transaction extends TypedTransaction {
  readonly type = 2
  readonly fees: Fees

  constructor(fields: TransactionFields, accessList: Uint8Array, fees: Fees) {
    super(fields, accessList)
    this.fees = fees
  }

  override get neededRules(): readonly RuleName[] {
    return neededRules
  }

  protected override get prices(): readonly (bigint | null)[] {
    return [this.fees.maximumPriorityFee, this.fees.maximumFee]
  }
}

export function decodeType2(bytes: Uint8Array, emptyPrices: EmptyPrices): Type2Transaction {
  const fields = readTyped(bytes, 'RSKIP546 (EIP-1559) transaction', fieldCount, emptyPrices)
  const chainId = fields.chainId()
  const nonce = fields.integerBytes('Nonce')
  const fees = fields.fees(2)
  const call = fields.call()
  const accessList = fields.accessList()
  const signature = fields.signature()
  const gasPrice = fees.maximumPriorityFee
  return new Type2Transaction({ chainId, nonce, gasPrice, ...call, signature }, accessList, fees)
}

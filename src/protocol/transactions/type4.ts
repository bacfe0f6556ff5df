import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { encodeRlpList } from '../../primitives/rlp/encode.ts'
import type { RuleName } from '../networks/ruleTable.ts'
import { type Authorization, encodeAuthorization, readAuthorizations } from './authorization.ts'
import { halfGroupOrder, type TransactionFields, type TransactionSignature } from './transaction.ts'
import { type EmptyPrices, type Fees, readTyped } from './typedFields.ts'
import { TypedTransaction } from './typedTransaction.ts'

/** Not RSKIP546, as in the reference node. */
const neededRules: readonly RuleName[] = ['rskip543', 'rskip545']
const fieldCount = 13
const name = 'Type 4 transaction'

/** Type 4: accounts let the code of contracts run in their place (RSKIP545, EIP-7702). */
export class Type4Transaction extends TypedTransaction {
  readonly type = 4
  readonly fees: Fees
  readonly #authorizations: readonly Authorization[]

  constructor(
    fields: TransactionFields,
    accessList: Uint8Array,
    fees: Fees,
    authorizations: readonly Authorization[],
  ) {
    super(fields, accessList)
    this.fees = fees
    this.#authorizations = authorizations
  }

  override get authorizations(): readonly Authorization[] {
    return this.#authorizations
  }

  override get neededRules(): readonly RuleName[] {
    return neededRules
  }

  protected override get prices(): readonly (bigint | null)[] {
    return [this.fees.maximumPriorityFee, this.fees.maximumFee]
  }

  protected override get furtherLists(): readonly Uint8Array[] {
    return [encodeRlpList(this.authorizations.map(encodeAuthorization))]
  }
}

export function decodeType4(bytes: Uint8Array, emptyPrices: EmptyPrices): Type4Transaction {
  const fields = readTyped(bytes, 'RSKIP545 (EIP-7702) transaction', fieldCount, emptyPrices)
  const chainId = fields.chainId()
  const nonce = fields.integerBytes('Nonce')
  const fees = fields.fees(4)
  const call = fields.call()
  if (call.to === null) throw new DecodeError('Set-code transaction', 'must have a non-null destination')
  const accessList = fields.accessList()
  const authorizations = readAuthorizations(fields.item('authorizationList'))
  const signature = fields.signature()
  checkSignature(signature)
  const gasPrice = fees.maximumPriorityFee
  return new Type4Transaction(
    { chainId, nonce, gasPrice, ...call, signature },
    accessList,
    fees,
    authorizations,
  )
}

/** A missing signature is refused later, like that of other types. */
function checkSignature(signature: TransactionSignature | null): void {
  if (signature === null) return
  const { r, s } = signature
  if (r < 1n || r >= groupOrder || s < 1n || s >= groupOrder)
    throw new DecodeError(name, 'signature components are invalid')
  if (s >= halfGroupOrder) throw new DecodeError(name, 'signature s must be at most secp256k1n/2')
}

import { keccak256 } from '../../crypto/keccak256.ts'
import { concatBytes, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import type { RuleName } from '../networks/ruleTable.ts'
import { Transaction, type TransactionFields } from './transaction.ts'

const neededRules: readonly RuleName[] = ['rskip543', 'rskip546']

/**
 * A transaction of Rootstock's own namespace (RSKIP543): `02`, a subtype of at most 7f, and a legacy list. No subtype is
 * defined; all are executed as legacy transactions.
 */
export class NamespaceTransaction extends Transaction {
  readonly #prefix: Uint8Array

  constructor(fields: TransactionFields, prefix: Uint8Array) {
    super(fields)
    this.#prefix = prefix
  }

  override get prefix(): Uint8Array {
    return this.#prefix
  }

  override get neededRules(): readonly RuleName[] {
    return neededRules
  }

  override get encoded(): Uint8Array {
    return concatBytes(this.prefix, super.encoded)
  }

  override get inBody(): Uint8Array {
    return encodeRlp(this.encoded)
  }

  /**
   * Without a chain id the prefix is not signed, as in the reference node: any account can wrap an old legacy transaction.
   */
  override get signingHash(): Hash {
    if (this.chainId === 0) return super.signingHash
    const items = [...this.unsignedItems(), unsignedBytes(this.chainId), emptyBytes, emptyBytes]
    return keccak256(concatBytes(this.prefix, encodeRlp(items)))
  }
}

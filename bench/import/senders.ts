import { keccak256 } from '../../src/crypto/keccak256.ts'
import { type Address, asAddress, asciiBytes } from '../../src/primitives/bytes.ts'
import { unsignedBytes } from '../../src/primitives/integers.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { signTransaction } from '../../src/protocol/transactions/sign.ts'
import type { Transaction } from '../../src/protocol/transactions/transaction.ts'

export interface Call {
  /** Null creates a contract. */
  readonly to: Address | null
  readonly value?: bigint
  readonly data?: Uint8Array
  readonly gas: number
}

/** An account that signs consecutive transactions. */
export class Sender {
  readonly #privateKey: Uint8Array
  #nonce = 0

  constructor(name: string) {
    this.#privateKey = keccak256(asciiBytes(name))
  }

  get address(): Address {
    const { sender } = signTransaction(this.#fields({ to: null, gas: 0 }), this.#privateKey)
    return sender!
  }

  sign(call: Call): Transaction {
    const transaction = signTransaction(this.#fields(call), this.#privateKey)
    this.#nonce++
    return transaction
  }

  #fields({ to, value = 0n, data = new Uint8Array(), gas }: Call) {
    const nonce = unsignedBytes(this.#nonce)
    return { nonce, gasPrice: 1n, gasLimit: unsignedBytes(gas), to, value, data, chainId: regtest.chainId }
  }
}

/** Has funds from the genesis block on. */
export const richSender = (): Sender => new Sender('cow')

/** An address without a known key. */
export function numberedAddress(number: number): Address {
  const address = new Uint8Array(20).fill(0xee)
  new DataView(address.buffer).setUint32(16, number)
  return asAddress(address)
}

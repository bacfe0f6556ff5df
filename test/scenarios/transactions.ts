import { createdAddress } from '../../src/evm/contractAddress.ts'
import type { Random } from '../../src/evm/fast/random.cases.ts'
import type { Person } from '../../src/execution/executionWorld.cases.ts'
import { people, type TransactionOptions, transactionOf } from '../../src/mining/miningWorld.cases.ts'
import { type Address, asAddress, concatBytes, emptyBytes } from '../../src/primitives/bytes.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import {
  blockHeaderAddress,
  bridgeAddress,
  hdWalletUtilsAddress,
  standardPrecompileAddress,
} from '../../src/protocol/addresses.ts'
import type { Transaction } from '../../src/protocol/transactions/transaction.ts'
import { type ContractName, contractNames, deploymentOf, words } from './contracts.ts'

/** Selector of the Bridge's `getBtcBlockchainBestChainHeight()`. */
const bestChainHeight = fromHex('14c89c01')
const precompiles = Array.from({ length: 9 }, (_, index) => standardPrecompileAddress(index + 1))
const nativeContracts = [hdWalletUtilsAddress, blockHeaderAddress]

export type Kind = 'transfer' | 'deployment' | 'call' | 'precompile' | 'native' | 'bridge'

export interface Written {
  readonly kind: Kind
  readonly transaction: Transaction
}

interface Deployed {
  readonly name: ContractName
  readonly address: Address
}

/** Writes transactions of every kind, from funded accounts. */
export class TransactionWriter {
  readonly #random: Random
  /** Contracts that were deployed; after a revert some are gone, and a call to their address is still valid. */
  readonly #deployed: Deployed[] = []

  constructor(random: Random) {
    this.#random = random
  }

  randomSender(): Person {
    return this.#random.pick(people)
  }

  write(from: Person, nonce: bigint): Written {
    const random = this.#random
    const common = { from, nonce: Number(nonce), gasPrice: BigInt(random.below(20)) }
    if (this.#deployed.length < 5 || random.chance(8)) return this.#deployment(common)
    if (random.chance(3)) return this.#transfer(common)
    if (random.chance(5)) return this.#precompile(common)
    if (random.chance(12)) return this.#bridge(common)
    return this.#call(common)
  }

  /** The same nonce at a gas price that the pool accepts as a replacement. */
  replacementOf(transaction: Transaction, from: Person): Transaction {
    const gasPrice = (transaction.gasPriceValue * 3n) / 2n + 1n
    return transactionOf({ from, nonce: Number(transaction.nonceValue), gasPrice, value: 1n })
  }

  #transfer(common: TransactionOptions): Written {
    const random = this.#random
    const stranger = asAddress(concatBytes(new Uint8Array(19).fill(0x5e), Uint8Array.of(random.below(40))))
    const to = random.chance(2) ? random.pick(people).address : stranger
    return this.#written('transfer', { ...common, to, value: BigInt(random.below(1_000_000)), gas: 25_000 })
  }

  #deployment(common: TransactionOptions): Written {
    const name = this.#random.pick(contractNames)
    const nonce = BigInt(common.nonce ?? 0)
    this.#deployed.push({ name, address: createdAddress(common.from!.address, nonce) })
    const parts = { ...common, to: null, value: 0n, data: deploymentOf(name), gas: 200_000 }
    return this.#written('deployment', parts)
  }

  #call(common: TransactionOptions): Written {
    const random = this.#random
    const { name, address: to } = random.pick(this.#deployed)
    const value = BigInt(random.below(50))
    return this.#written('call', { ...common, to, value, data: this.#inputOf(name), gas: 150_000 })
  }

  #inputOf(name: ContractName): Uint8Array {
    const random = this.#random
    if (name === 'selfDestruct') return words(random.pick(people).address)
    if (name === 'ledger') return words(random.below(8), random.below(3))
    if (name === 'caller') return concatBytes(words(random.pick(this.#deployed).address), random.bytes(64))
    return random.bytes(random.below(64))
  }

  #precompile(common: TransactionOptions): Written {
    const random = this.#random
    if (random.chance(3)) {
      const to = random.pick(nativeContracts)
      return this.#written('native', { ...common, to, value: 0n, data: random.bytes(36), gas: 100_000 })
    }
    const to = random.pick(precompiles)
    const data = random.chance(4) ? emptyBytes : random.bytes(random.pick([32, 96, 128, 213]))
    return this.#written('precompile', { ...common, to, value: 0n, data, gas: 400_000 })
  }

  #bridge(common: TransactionOptions): Written {
    return this.#written('bridge', {
      ...common,
      to: bridgeAddress,
      value: 0n,
      data: bestChainHeight,
      gas: 100_000,
    })
  }

  #written(kind: Kind, parts: TransactionOptions): Written {
    return { kind, transaction: transactionOf(parts) }
  }
}

import { deployer } from '../../src/evm/assembler.cases.ts'
import { createdAddress } from '../../src/evm/contractAddress.ts'
import type { Random } from '../../src/evm/fast/random.cases.ts'
import { randomProgram } from '../../src/evm/fast/randomProgram.cases.ts'
import { authorizationBy, type Person } from '../../src/execution/executionWorld.cases.ts'
import { people, type TransactionOptions, transactionOf } from '../../src/mining/miningWorld.cases.ts'
import type { Node } from '../../src/node/node.ts'
import { type Address, asAddress, concatBytes, emptyBytes, equalBytes } from '../../src/primitives/bytes.ts'
import { signedBytes, unsignedBytes } from '../../src/primitives/integers.ts'
import { bridgeAddress, standardPrecompileAddress } from '../../src/protocol/addresses.ts'
import { type Rules, rulesAt } from '../../src/protocol/networks/rules.ts'
import { emptyAccessList, encodeAccessList } from '../../src/protocol/transactions/accessList.ts'
import { NamespaceTransaction } from '../../src/protocol/transactions/namespaceTransaction.ts'
import { signed } from '../../src/protocol/transactions/sign.ts'
import type { Transaction } from '../../src/protocol/transactions/transaction.ts'
import { Type1Transaction } from '../../src/protocol/transactions/type1.ts'
import { Type2Transaction } from '../../src/protocol/transactions/type2.ts'
import { Type4Transaction } from '../../src/protocol/transactions/type4.ts'
import { deploymentOf, words } from '../scenarios/contracts.ts'
import { TransactionWriter } from '../scenarios/transactions.ts'

type Common = Required<Pick<TransactionOptions, 'from' | 'nonce' | 'gasPrice'>>

const zero = asAddress(new Uint8Array(20))
/** The pool takes one transaction at a time of an account that delegates, so most accounts never do. */
const authorities = people.slice(0, 3)
const precompiles = [...Array(9).keys()].map((index) => standardPrecompileAddress(index + 1))
/** Random programs that can be called; older ones are forgotten. */
const maximumPrograms = 30
const maximumRelays = 3
/** Covers an access list or three authorizations. */
const gasOfLists = 130_000n

/** Transactions of all types from the accounts of the local chain: contracts, payments, random programs, the Bridge. */
export class Traffic {
  readonly #random: Random
  readonly #writer: TransactionWriter
  /** The calls of the Bridge that others have made. */
  readonly #bridgeCalls: readonly Uint8Array[]
  readonly #programs: Address[] = []
  /** Contracts that pass their input on to the account in its first word. */
  readonly #relays: Address[] = []

  constructor(random: Random, bridgeCalls: readonly Uint8Array[]) {
    this.#random = random
    this.#writer = new TransactionWriter(random)
    this.#bridgeCalls = bridgeCalls
  }

  /** The next transaction of one of the accounts. */
  write({ chain, pool }: Node): Transaction {
    const from = this.#writer.randomSender()
    const nonce = pool.nextNonce(from.address) + (this.#random.chance(20) ? 1n : 0n)
    return this.#typed(
      this.#legacy(from, nonce, rulesAt(chain.network, chain.head.number + 1)),
      from,
      (address) => chain.stateAt('latest')!.nonce(address),
    )
  }

  /** A transaction that takes the place of another; undefined for those of accounts without a known key. */
  competing(transaction: Transaction): Transaction | undefined {
    const { sender } = transaction
    const from = sender && people.find(({ address }) => equalBytes(address, sender))
    return from && this.#writer.replacementOf(transaction, from)
  }

  #legacy(from: Person, nonce: bigint, rules: Rules): Transaction {
    const random = this.#random
    const common = { from, nonce: Number(nonce), gasPrice: BigInt(random.below(20)) }
    if (this.#relays.length < maximumRelays) return this.#relayCreation(common)
    if (random.chance(10)) return this.#programCreation(common, rules)
    if (random.chance(5) && this.#programs.length > 0) return this.#programCall(common)
    if (random.chance(8) && this.#bridgeCalls.length > 0) return this.#bridgeCall(common)
    return this.#writer.write(from, nonce).transaction
  }

  #relayCreation(common: Common): Transaction {
    this.#relays.push(createdAddress(common.from.address, BigInt(common.nonce)))
    return transactionOf({ ...common, to: null, value: 0n, data: deploymentOf('caller'), gas: 300_000 })
  }

  #programCreation(common: Common, rules: Rules): Transaction {
    const random = this.#random
    const address = createdAddress(common.from.address, BigInt(common.nonce))
    const targets = [...this.#programs, ...this.#relays, address, ...precompiles, bridgeAddress, zero]
    const { address: own } = random.pick(people)
    const program = randomProgram(random, [...targets, own], rules)
    if (this.#programs.length === maximumPrograms) this.#programs.shift()
    this.#programs.push(address)
    return transactionOf({ ...common, to: null, value: 0n, data: deployer(program), gas: 1_500_000 })
  }

  #programCall(common: Common): Transaction {
    const random = this.#random
    const data = random.bytes(random.below(100))
    const gas = random.pick([100_000, 500_000, 1_500_000])
    return transactionOf({
      ...common,
      to: random.pick(this.#programs),
      value: BigInt(random.below(3)),
      data,
      gas,
    })
  }

  /** What a member of the federation has sent, from another account: as it was, damaged, or through a contract. */
  #bridgeCall(common: Common): Transaction {
    const random = this.#random
    const known = random.pick(this.#bridgeCalls)
    const data = random.chance(2) ? known : damaged(known, random)
    const isDirect = random.chance(2)
    return transactionOf({
      ...common,
      to: isDirect ? bridgeAddress : random.pick(this.#relays),
      value: random.chance(6) ? BigInt(random.below(2)) * 10n ** 16n : 0n,
      data: isDirect ? data : concatBytes(words(bridgeAddress), data),
      gas: 2_500_000,
    })
  }

  /** The same transaction as one of another type. */
  #typed(legacy: Transaction, from: Person, nonceOf: (address: Address) => bigint): Transaction {
    const random = this.#random
    const type = random.below(8)
    if (type < 3) return legacy
    const { nonce, gasPriceValue: gasPrice, to, value, data, chainId } = legacy
    const gasLimit = unsignedBytes(legacy.gasLimitValue + gasOfLists)
    const fields = { nonce, gasPrice, gasLimit, to, value, data, chainId }
    const accessList = random.chance(2) ? emptyAccessList : this.#accessList()
    const fees = { maximumPriorityFee: gasPrice, maximumFee: gasPrice + BigInt(random.below(9)) }
    const authorizations = Array.from({ length: 1 + random.below(3) }, () =>
      this.#authorization(from, nonceOf),
    )
    return signed((signature) => {
      const whole = { ...fields, signature }
      if (type === 3) return new NamespaceTransaction(whole, Uint8Array.of(2, 5))
      if (type === 4) return new Type1Transaction(whole, accessList)
      return type === 5 || to === null
        ? new Type2Transaction(whole, accessList, fees)
        : new Type4Transaction(whole, accessList, fees, authorizations)
    }, from.key)
  }

  #accessList(): Uint8Array {
    const random = this.#random
    const entries = Array.from({ length: 1 + random.below(2) }, () => ({
      address: random.pick([...precompiles, ...this.#programs]),
      cells: Array.from({ length: random.below(3) }, () => random.bytes(32)),
    }))
    return encodeAccessList(entries)
  }

  /** Mostly one that holds: the nonce counts the transaction itself. */
  #authorization(from: Person, nonceOf: (address: Address) => bigint) {
    const random = this.#random
    const authority = random.pick(authorities)
    const nonce = nonceOf(authority.address) + (authority === from ? 1n : 0n) + (random.chance(6) ? 1n : 0n)
    return authorizationBy(authority, {
      chainId: random.pick([0n, 33n, 33n, 1n]),
      address: random.pick([zero, random.pick(precompiles), random.pick(people).address, ...this.#programs]),
      nonce: signedBytes(nonce),
    })
  }
}

/** A copy with one byte changed, or without its end. */
function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  if (bytes.length === 0) return emptyBytes
  const copy = bytes.slice(0, random.chance(3) ? random.below(bytes.length) : bytes.length)
  if (copy.length > 0) copy[random.below(copy.length)]! ^= 1 << random.below(8)
  return copy
}

import { keccak256 } from '../crypto/keccak256.ts'
import { addressOf, publicKeyOf, signHash } from '../crypto/secp256k1.ts'
import { assemble } from '../evm/assembler.cases.ts'
import { emptyState, headerAt, ListedBlocks, listBlocks } from '../native/nativeWorld.cases.ts'
import { type Address, asAddress, asciiBytes, emptyBytes } from '../primitives/bytes.ts'
import { fromHex } from '../primitives/hex.ts'
import { toBigIntBetween, unsignedBytes } from '../primitives/integers.ts'
import type { Block } from '../protocol/block.ts'
import type { HeaderFields } from '../protocol/headers/header.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { RuleName } from '../protocol/networks/ruleTable.ts'
import { type Authorization, authorizationHash } from '../protocol/transactions/authorization.ts'
import { remascTransaction } from '../protocol/transactions/remasc.ts'
import { signTransaction } from '../protocol/transactions/sign.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'
import type { State } from '../state/state.ts'
import { EvmHost } from './host/evmHost.ts'

/* Accounts, states, transactions and blocks for the tests of this room. */

export interface Person {
  readonly key: Uint8Array
  readonly address: Address
}

/** An account whose private key is the hash of a name. */
export function person(name: string): Person {
  const key = keccak256(asciiBytes(name))
  return { key, address: addressOf(publicKeyOf(key)) }
}

export const alice = person('alice')
export const bob = person('bob')
export const contractAddress = asAddress(fromHex('c0de'.repeat(10)))
export const stranger = asAddress(fromHex('5712'.repeat(10)))

export const fortune = 10n ** 18n

/** The local network with some rules never activated. */
export const regtestWithout = (...rules: RuleName[]): Network => ({
  ...regtest,
  activations: { ...regtest.activations, ...Object.fromEntries(rules.map((rule) => [rule, -1])) },
})

/** A state in which Alice and Bob are rich. */
export function richState(): State {
  const state = emptyState()
  state.addBalance(alice.address, fortune)
  state.addBalance(bob.address, fortune)
  return state
}

export function deploy(state: State, address: Address, source: string): void {
  state.markContract(address)
  state.saveCode(address, assemble(source))
}

export const parents = listBlocks(20)

/** The block after `parents` as its transactions see it. */
export function newHost(state: State = richState(), network: Network = regtest): EvmHost {
  const header = headerAt(21, { parentHash: parents.at(-1)!.header.hash }, network)
  return new EvmHost(state, { network, chain: new ListedBlocks(parents), header })
}

export interface TransactionOptions {
  readonly from?: Person
  readonly nonce?: number
  readonly gasPrice?: bigint
  readonly gas?: number | bigint | Uint8Array
  readonly to?: Address | null
  readonly value?: bigint
  readonly data?: Uint8Array
  readonly chainId?: number
}

/** A signed transaction; by default Alice's first, without value, to the contract. */
export function transactionOf({
  from = alice,
  gas = 100_000,
  ...options
}: TransactionOptions = {}): Transaction {
  const fields = {
    nonce: unsignedBytes(options.nonce ?? 0),
    gasPrice: options.gasPrice ?? 2n,
    gasLimit: gas instanceof Uint8Array ? gas : unsignedBytes(gas),
    to: options.to === undefined ? contractAddress : options.to,
    value: options.value ?? 0n,
    data: options.data ?? emptyBytes,
    chainId: options.chainId ?? regtest.chainId,
  }
  return signTransaction(fields, from.key)
}

/** An authorization with the signature of an account. */
export function authorizationBy(
  { key }: Person,
  unsigned: Pick<Authorization, 'chainId' | 'address' | 'nonce'>,
): Authorization {
  const { compact, recovery } = signHash(authorizationHash(unsigned), key)
  const r = toBigIntBetween(compact, 0, 32)
  return { ...unsigned, parity: recovery, r, s: toBigIntBetween(compact, 32, 64) }
}

/** The block after `parents` with these transactions and the REMASC transaction. */
export function blockOf(
  transactions: readonly Transaction[],
  overrides: Partial<HeaderFields> = {},
  network: Network = regtest,
): Block {
  const number = overrides.number ?? 21
  const parentHash = parents.at(-1)!.header.hash
  return {
    header: headerAt(
      number,
      { number, parentHash, gasLimit: unsignedBytes(10_000_000), ...overrides },
      network,
    ),
    transactions: [...transactions, remascTransaction(number)],
    uncles: [],
  }
}

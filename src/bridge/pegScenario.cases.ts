import { BitcoinHeader } from '../bitcoin/blocks/bitcoinHeader.ts'
import { parentNode } from '../bitcoin/blocks/merkleTree.ts'
import { regtestParameters } from '../bitcoin/blocks/networkParameters.ts'
import { encodeSignature } from '../bitcoin/keys/signature.ts'
import { signer } from '../bitcoin/keys/signer.cases.ts'
import { ByteWriter } from '../bitcoin/serialization/byteWriter.ts'
import {
  type BitcoinTransaction,
  bitcoinId,
  encodeTransaction,
  hasWitness,
  transactionIdOf,
  unsignedInput,
} from '../bitcoin/transactions/bitcoinTransaction.ts'
import { doubleSha256 } from '../crypto/sha256.ts'
import type { Log } from '../evm/log.ts'
import { arrayOf, bytes } from '../native/abi/types.ts'
import { emptyState } from '../native/nativeWorld.cases.ts'
import { type Address, concatBytes, reversedBytes } from '../primitives/bytes.ts'
import { fromHex } from '../primitives/hex.ts'
import { toBigInt, wordBytes } from '../primitives/integers.ts'
import { bridgeAddress } from '../protocol/addresses.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import { type Rules, rulesAt } from '../protocol/networks/rules.ts'
import { type CallResult, callBridge, contextOf, inputFor, type Person, person } from './bridgeWorld.cases.ts'
import { weiPerSatoshi } from './constants/bridgeConstants.ts'

/* A minimal Bridge and a minimal Bitcoin chain beside it. */

export const federators = [1, 2, 3].map((number) => `federator${number}`)

const bitcoinBits = 0x207fffff

/** Bytes, arrays of bytes and integers as arguments of a call. */
export type Argument = bigint | Uint8Array | readonly Uint8Array[]

export function encodeArguments(...args: readonly Argument[]): Uint8Array {
  const tails = args.map((arg) => {
    if (typeof arg === 'bigint') return undefined
    return arg instanceof Uint8Array ? bytes.encode(arg) : arrayOf(bytes).encode(arg)
  })
  let end = 32 * args.length
  const heads = args.map((arg, index) => {
    if (typeof arg === 'bigint') return wordBytes(arg)
    const head = wordBytes(BigInt(end))
    end += tails[index]!.length
    return head
  })
  return concatBytes(...heads, ...tails.filter((tail) => tail !== undefined))
}

export class PegScenario {
  readonly state = emptyState()
  readonly logs: Log[] = []
  height = 1
  readonly rules: Rules
  #tip = regtestParameters.genesis.header
  #bitcoinHeight = 0

  constructor(changes: Partial<Rules> = {}) {
    this.rules = { ...rulesAt(regtest, 1), ...changes }
    this.state.addBalance(bridgeAddress, 21_000_000n * 10n ** 18n)
  }

  /** A transaction to the Bridge in a block of its own. */
  call(from: Person, signature: string, ...args: readonly Argument[]): CallResult {
    return this.send(from, inputFor(signature, encodeArguments(...args)), 0n)
  }

  /** As `call`, but throws when the call fails. */
  mustCall(from: Person, signature: string, ...args: readonly Argument[]): Uint8Array {
    const { output } = this.call(from, signature, ...args)
    if (output === undefined) throw new Error(`${signature} failed`)
    return output
  }

  send({ address, publicKey }: Person, data: Uint8Array, value: bigint): CallResult {
    this.height++
    const context = {
      ...contextOf({
        state: this.state,
        height: this.height,
        rules: this.rules,
        sender: address,
        publicKey,
        timestamp: 1_700_000_000 + 30 * this.height,
      }),
    }
    const named = { ...context, transaction: { ...context.transaction, hash: this.hashOf(this.height) } }
    const result = callBridge(named, data, { caller: address, value })
    // The value of a transaction is credited after the call.
    if (result.output) this.state.addBalance(bridgeAddress, value)
    this.logs.push(...result.logs)
    return result
  }

  /** The hash of the transaction in a block. */
  hashOf(height: number) {
    return doubleSha256(wordBytes(BigInt(height)))
  }

  pass(blocks: number): void {
    this.height += blocks
  }

  mineEmpty(blocks: number): void {
    for (let block = 0; block < blocks; block++) this.#mineHeader(wordBytes(BigInt(this.#bitcoinHeight + 1)))
  }

  #mineHeader(merkleRoot: Uint8Array): void {
    let header: BitcoinHeader
    let nonce = 0
    do {
      const writer = new ByteWriter().uint32(1).hash(this.#tip.hash).hash(merkleRoot)
      header = new BitcoinHeader(writer.uint32(1_700_000_000).uint32(bitcoinBits).uint32(nonce++).written())
    } while (toBigInt(header.hash) >> 255n !== 0n)
    this.mustCall(person('federator1'), 'receiveHeaders(bytes[])', [header.bytes])
    // Adding a Bitcoin block does not advance the Rootstock chain.
    this.height--
    this.#tip = header
    this.#bitcoinHeight++
  }

  /** Mines a transaction and registers it with its witness. */
  register(transaction: BitcoinTransaction): CallResult {
    const signature = 'registerBtcTransaction(bytes,int256,bytes)'
    return this.call(person('federator1'), signature, ...this.mine(transaction))
  }

  /** Mines a transaction behind a coinbase and two blocks on top; returns the arguments that register it. */
  mine(transaction: BitcoinTransaction): readonly Argument[] {
    const witnessId = bitcoinId(encodeTransaction(transaction))
    const noWitness = new Uint8Array(32)
    const witnessRoot = parentNode(noWitness, witnessId)
    const coinbase = coinbaseFor(witnessRoot, this.#bitcoinHeight)
    const ids = [transactionIdOf(coinbase), transactionIdOf(transaction)] as const
    this.#mineHeader(parentNode(...ids))
    const height = BigInt(this.#bitcoinHeight)
    const blockHash = this.#tip.hash
    this.mineEmpty(2)
    const hasOwnRoot = hasWitness(transaction)
    if (hasOwnRoot) this.#registerCoinbase(coinbase, blockHash, proofOf(ids, 0), witnessRoot)
    const proof = hasOwnRoot ? proofOf([noWitness, witnessId], 1) : proofOf(ids, 1)
    return [encodeTransaction(transaction), height, proof]
  }

  #registerCoinbase(
    coinbase: BitcoinTransaction,
    blockHash: Uint8Array,
    proof: Uint8Array,
    witnessRoot: Uint8Array,
  ): void {
    const signature = 'registerBtcCoinbaseTransaction(bytes,bytes32,bytes,bytes32,bytes32)'
    const words = [blockHash, witnessRoot].map(toBigInt)
    const transaction = encodeTransaction(coinbase)
    this.mustCall(person('anybody'), signature, transaction, words[0]!, proof, words[1]!, 0n)
  }

  balance(account: Address): bigint {
    return this.state.balance(account)
  }
}

/** The proof that a transaction is one of the two in a block. */
function proofOf(ids: readonly [Uint8Array, Uint8Array], index: 0 | 1): Uint8Array {
  const writer = new ByteWriter().uint32(2).count(2).hash(ids[0]).hash(ids[1])
  return writer.lengthAndBytes(new Uint8Array([index === 0 ? 0b011 : 0b101])).written()
}

function coinbaseFor(witnessRoot: Uint8Array, height: number): BitcoinTransaction {
  const commitment = doubleSha256(concatBytes(reversedBytes(witnessRoot), new Uint8Array(32)))
  const nothing = unsignedInput({ transactionId: new Uint8Array(32), outputIndex: 0xffffffff })
  return {
    version: 1,
    inputs: [{ ...nothing, script: wordBytes(BigInt(height)) }],
    outputs: [{ value: 0n, script: concatBytes(fromHex('6a24aa21a9ed'), commitment) }],
    lockTime: 0,
  }
}

/** A transaction that spends an unknown output with a public key. */
export function paymentFrom(
  sender: Person,
  outputs: BitcoinTransaction['outputs'],
  outputIndex = 0,
): BitcoinTransaction {
  const spent = unsignedInput({ transactionId: new Uint8Array(32).fill(0xab), outputIndex })
  const signature = encodeSignature({ r: 1n, s: 1n })
  const script = concatBytes(
    new Uint8Array([signature.length]),
    signature,
    new Uint8Array([sender.publicKey.length]),
    sender.publicKey,
  )
  return { version: 2, inputs: [{ ...spent, script }], outputs, lockTime: 0 }
}

export const weiOf = (satoshis: bigint): bigint => satoshis * weiPerSatoshi

/** The keys of a federation to vote for. */
export const newcomers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    bitcoin: signer(`newcomer${index}-btc`),
    rootstock: person(`newcomer${index}-rsk`),
    mst: signer(`newcomer${index}-mst`),
  }))

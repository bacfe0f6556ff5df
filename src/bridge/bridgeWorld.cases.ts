import { keccak256 } from '../crypto/keccak256.ts'
import { addressOf, publicKeyOf } from '../crypto/secp256k1.ts'
import type { Log } from '../evm/log.ts'
import { type PrecompileCall, PrecompileFailure } from '../evm/precompiles/precompile.ts'
import { selectorOf } from '../native/abi/method.ts'
import { int256, string } from '../native/abi/types.ts'
import type { NativeContext } from '../native/nativeContext.ts'
import { emptyState, ListedBlocks } from '../native/nativeWorld.cases.ts'
import { type Address, asAddress, asciiBytes, asHash, concatBytes } from '../primitives/bytes.ts'
import { wordBytes } from '../primitives/integers.ts'
import { bridgeAddress } from '../protocol/addresses.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import type { Network } from '../protocol/networks/network.ts'
import { type Rules, rulesAt } from '../protocol/networks/rules.ts'
import type { State } from '../state/state.ts'
import { bridgeContract } from './bridgeContract.ts'
import { type BridgeCall, bridgeContext } from './context/bridgeContext.ts'

/* The set-up for tests that call the Bridge without the EVM. */

const blockTimestamp = 1_700_000_000

export interface WorldOptions {
  readonly network?: Network
  /** The number of the executing block, which also selects the rules. */
  readonly height?: number
  readonly rules?: Rules
  readonly state?: State
  readonly sender?: Uint8Array
  readonly publicKey?: Uint8Array
  readonly isLocalCall?: boolean
  readonly isFree?: boolean
  readonly timestamp?: number
}

export function contextOf(options: WorldOptions = {}): NativeContext {
  const { network = regtest, height = 1, state = emptyState(), isLocalCall = false } = options
  return {
    network,
    rules: options.rules ?? rulesAt(network, height),
    state,
    chain: new ListedBlocks(),
    block: {
      number: height,
      parentHash: asHash(new Uint8Array(32)),
      coinbase: new Uint8Array(20),
      timestamp: options.timestamp ?? blockTimestamp,
      difficulty: 1n,
      gasLimit: 6_800_000n,
      minimumGasPrice: 0n,
    },
    transaction: {
      hash: asHash(new Uint8Array(32).fill(0x7a)),
      sender: options.sender ?? stranger,
      publicKey: options.publicKey,
      isRemasc: false,
      isLocalCall,
      isFreeBridgeTransaction: options.isFree ?? false,
    },
  }
}

export const stranger = asAddress(new Uint8Array(20).fill(0x57))

export interface Person {
  readonly publicKey: Uint8Array
  readonly address: Address
}

/** A key pair whose private key is the hash of a name. */
export function person(name: string): Person {
  const publicKey = publicKeyOf(keccak256(asciiBytes(name)))
  return { publicKey, address: addressOf(publicKey) }
}

export interface CallOptions {
  readonly kind?: PrecompileCall['kind']
  readonly caller?: Address
  readonly value?: bigint
}

export const callOf = (options: CallOptions = {}, logs: Log[] = []): PrecompileCall => ({
  kind: options.kind ?? 'transaction',
  caller: options.caller ?? stranger,
  value: options.value ?? 0n,
  depth: (options.kind ?? 'transaction') === 'transaction' ? 0 : 1,
  isStatic: false,
  emit: (log) => logs.push(log),
})

export interface CallResult {
  /** Undefined when the call failed. */
  readonly output: Uint8Array | undefined
  readonly logs: readonly Log[]
}

/** Calls the contract. Throws errors other than `PrecompileFailure`, which would make the block fail. */
export function callBridge(context: NativeContext, input: Uint8Array, options: CallOptions = {}): CallResult {
  const logs: Log[] = []
  try {
    return { output: bridgeContract(context).run(input, callOf(options, logs)), logs }
  } catch (error) {
    if (error instanceof PrecompileFailure) return { output: undefined, logs }
    throw error
  }
}

export interface TestCall extends BridgeCall {
  readonly logs: readonly Log[]
}

/** A call for functions below the contract. The test saves the cells. */
export function bridgeCall(options: WorldOptions & CallOptions = {}): TestCall {
  const logs: Log[] = []
  return { ...bridgeContext(contextOf(options)), call: callOf(options, logs), logs }
}

/** The content of a cell of the Bridge. */
export const storedCell = (state: State, key: Uint8Array): Uint8Array => state.storage(bridgeAddress, key)

/** Call data of a method with encoded arguments. */
export const inputFor = (signature: string, ...args: readonly Uint8Array[]): Uint8Array =>
  concatBytes(selectorOf(signature), ...args)

/** Call data of a method with one string, then integers. */
export const textInput = (signature: string, text: string, ...integers: readonly bigint[]): Uint8Array =>
  inputFor(
    signature,
    wordBytes(BigInt(32 * (1 + integers.length))),
    ...integers.map(wordBytes),
    string.encode(text),
  )

/** The only integer of an output. */
export const integerOf = ({ output }: CallResult): bigint | undefined => output && int256.decode(output, 0)

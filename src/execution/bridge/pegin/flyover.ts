import { keccak256 } from '../../../crypto/keccak256.ts'
import { PrecompileFailure } from '../../../evm/precompiles/precompile.ts'
import { type Address, concatBytes, equalBytes } from '../../../primitives/bytes.ts'
import { DecodeError } from '../../../primitives/errors.ts'
import { type BridgeCall, type BridgeWorld, isContractCall } from '../bridgeWorld.ts'
import { flyoverUse } from '../cells/pegin.ts'
import { NotImplementedByThisVersion } from '../notImplemented.ts'
import { isProved } from './proof.ts'
import { bitcoinId } from './register.ts'

/** RSKIP176: the terms on which a liquidity provider advanced a peg-in. */
export interface FlyoverTerms {
  readonly argumentsHash: Uint8Array
  /** Bitcoin addresses as bytes: version and hash. */
  readonly userRefundAddress: Uint8Array
  readonly providerAddress: Uint8Array
  readonly contract: Address
}

export interface FlyoverClaim {
  readonly bytes: Uint8Array
  readonly height: number
  readonly proof: Uint8Array
}

const outcome = {
  notAContract: -300n,
  wrongContract: -301n,
  used: -302n,
  notProved: -303n,
  failed: -900n,
} as const

/** Whatever fails is an answer, and what was loaded until then is saved. */
export function registerFlyover(bridge: BridgeCall, claim: FlyoverClaim, terms: FlyoverTerms): bigint {
  try {
    return register(bridge, claim, terms)
  } catch (error) {
    if (error instanceof PrecompileFailure || error instanceof DecodeError) return outcome.failed
    throw error
  }
}

function register(bridge: BridgeCall, claim: FlyoverClaim, terms: FlyoverTerms): bigint {
  const refundAddress = readAddress(bridge, terms.userRefundAddress)
  const providerAddress = readAddress(bridge, terms.providerAddress)
  if (!isContractCall(bridge)) return outcome.notAContract
  if (!equalBytes(bridge.call.caller, terms.contract)) return outcome.wrongContract
  const id = bitcoinId(claim.bytes)
  const derivationHash = keccak256(
    concatBytes(terms.argumentsHash, refundAddress, terms.contract, providerAddress),
  )
  if (bridge.cells.load(flyoverUse(id, derivationHash))) return outcome.used
  if (!isProved(bridge, { ...claim, id })) return outcome.notProved
  throw new NotImplementedByThisVersion('registerFastBridgeBtcTransaction')
}

const addressLength = 21

/** Before RSKIP284 the version was read as a signed byte, which no script address of testnet has. */
function readAddress({ constants, rules }: BridgeWorld, bytes: Uint8Array): Uint8Array {
  const isLongEnough = rules.rskip284 ? bytes.length === addressLength : bytes.length >= addressLength
  const { publicKeyHashVersion, scriptHashVersion } = constants.bitcoin
  const version = bytes[0]
  const isKnown = version === publicKeyHashVersion || version === scriptHashVersion
  if (!isLongEnough || !isKnown || (!rules.rskip284 && version >= 0x80)) {
    throw new PrecompileFailure('a Bitcoin address cannot be read')
  }
  return bytes.subarray(0, addressLength)
}

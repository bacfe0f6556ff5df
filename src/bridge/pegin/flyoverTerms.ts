import { addressHashLength, addressOfVersion, type BitcoinAddress } from '../../bitcoin/scripts/address.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { type Address, concatBytes } from '../../primitives/bytes.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'

/** RSKIP176: the terms on which a liquidity provider advances a peg-in. */
export interface FlyoverTerms {
  readonly argumentsHash: Uint8Array
  /** Bitcoin addresses as bytes: version and hash. */
  readonly userRefundAddress: Uint8Array
  readonly providerAddress: Uint8Array
  readonly contract: Address
}

/** The terms with decoded addresses. */
export interface FlyoverAgreement {
  /** Determines the address that the user has to pay to. */
  readonly derivationHash: Uint8Array
  readonly userRefundAddress: BitcoinAddress
  readonly providerAddress: BitcoinAddress
}

/** Throws `PrecompileFailure` when an address does not decode. */
export function readTerms(context: BridgeContext, terms: FlyoverTerms): FlyoverAgreement {
  const { argumentsHash, contract } = terms
  const derivationHash = keccak256(
    concatBytes(
      argumentsHash,
      addressBytes(terms.userRefundAddress),
      contract,
      addressBytes(terms.providerAddress),
    ),
  )
  return {
    derivationHash,
    userRefundAddress: readAddress(context, terms.userRefundAddress),
    providerAddress: readAddress(context, terms.providerAddress),
  }
}

const addressLength = 1 + addressHashLength

/** Before RSKIP284 the version was a signed byte, so that script addresses of testnet (version 196) did not decode. */
function readAddress({ constants, rules }: BridgeContext, bytes: Uint8Array): BitcoinAddress {
  const isLongEnough = rules.rskip284 ? bytes.length === addressLength : bytes.length >= addressLength
  const version = rules.rskip284 ? bytes[0] : signedVersion(bytes)
  const address = addressOfVersion(version, bytes.subarray(1, addressLength), constants.bitcoin)
  if (!isLongEnough || !address) throw new PrecompileFailure('a Bitcoin address does not decode')
  return address
}

const signedVersion = ([version = 0]: Uint8Array): number => (version << 24) >> 24

/** The part of an address that the hash covers. */
const addressBytes = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, addressLength)

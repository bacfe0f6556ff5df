import { keccak256 } from '../../crypto/keccak256.ts'
import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { addressOf, recoverPublicKey } from '../../crypto/secp256k1.ts'
import { type Address, asAddress, concatBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toBigInt, unsignedBytes, wordBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'

/** An account's permission that the code of another runs in its place (RSKIP545). */
export interface Authorization {
  /** 0 for every chain. */
  readonly chainId: bigint
  /** The account whose code runs; the zero address ends a delegation. */
  readonly address: Address
  /** As received: applying the authorization checks its form. */
  readonly nonce: Uint8Array
  readonly parity: number
  readonly r: bigint
  readonly s: bigint
}

const fieldCount = 6
const maximumIntegerBytes = 32
/** The maximum nonce of the account that authorizes. */
const maximumAuthorizationNonce = 2n ** 64n - 1n
const magic = Uint8Array.of(5)
/** Differs from the bound of transactions: here half of the order itself is refused too. */
const half = groupOrder / 2n

/**
 * The authorizations of a transaction of type 4 from the RLP of their list. Throws for a malformed one, which makes the
 * whole transaction invalid.
 */
export function readAuthorizations(item: Uint8Array): Authorization[] {
  if (item.length === 1 && (item[0] === 0x80 || item[0] === 0xc0)) throw emptyList()
  const authorizations: Authorization[] = []
  for (const list = RlpReader.list(item, 'Authorization list'); !list.done; ) {
    authorizations.push(readAuthorization(list.list(`[${authorizations.length}]`)))
  }
  if (authorizations.length === 0) throw emptyList()
  return authorizations
}

const emptyList = (): DecodeError =>
  new DecodeError('Set-code transaction', 'authorization_list must not be empty')

const refused = (problem: string): DecodeError => new DecodeError('Authorization', problem)

function readAuthorization(reader: RlpReader): Authorization {
  if (reader.remaining() !== fieldCount) throw refused('list tuple must have 6 fields')
  const field = (name: string): Uint8Array =>
    reader.nextIsList(name) ? reader.encoded(name) : reader.bytes(name)
  const chainId = field('chainId')
  if (chainId.length > maximumIntegerBytes) throw refused('chain_id is not valid')
  const address = field('address')
  if (address.length !== 20) throw refused('address must be exactly 20 bytes')
  const nonce = field('nonce')
  if (nonce.length > maximumIntegerBytes) throw refused('nonce is not valid')
  if (toBigInt(nonce) >= maximumAuthorizationNonce)
    throw refused('nonce must be non-negative and less than 2^64 - 1')
  const parity = parityOf(field('yParity'))
  const [r, s] = [field('r'), field('s')].map((bytes) => scalarOf(bytes)) as [bigint, bigint]
  if (s >= half) throw refused('signature s must be at most secp256k1n/2')
  return { chainId: toBigInt(chainId), address: asAddress(address), nonce, parity, r, s }
}

function parityOf(bytes: Uint8Array): number {
  if (bytes.length > 1) throw refused('y_parity must fit in a single byte')
  const parity = bytes[0] ?? 0
  if (parity > 1) throw refused(`y_parity must be 0 or 1, got: ${parity}`)
  return parity
}

function scalarOf(bytes: Uint8Array): bigint {
  if (bytes.length === 0) throw refused('list tuple signature is incomplete')
  const scalar = bytes.length > maximumIntegerBytes ? groupOrder : toBigInt(bytes)
  if (scalar === 0n || scalar >= groupOrder) throw refused('signature components are invalid')
  return scalar
}

/** Numbers are written without leading zeros, except the nonce. */
export const encodeAuthorization = ({ chainId, address, nonce, parity, r, s }: Authorization): Uint8Array =>
  encodeRlp([
    unsignedBytes(chainId),
    address,
    nonce,
    unsignedBytes(parity),
    unsignedBytes(r),
    unsignedBytes(s),
  ])

/** The hash that the authority signs. */
export const authorizationHash = ({
  chainId,
  address,
  nonce,
}: Pick<Authorization, 'chainId' | 'address' | 'nonce'>): Hash =>
  keccak256(concatBytes(magic, encodeRlp([unsignedBytes(chainId), address, nonce])))

/** The account that signed; undefined when no key can be recovered. */
export function authorityOf(authorization: Authorization): Address | undefined {
  const { parity, r, s } = authorization
  const compact = concatBytes(wordBytes(r), wordBytes(s))
  const publicKey = recoverPublicKey(authorizationHash(authorization), { compact, recovery: parity })
  return publicKey && addressOf(publicKey)
}

import { keccak256 } from '../../crypto/keccak256.ts'
import { concatBytes, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { domainType, withDomainType } from './domain.ts'
import { memberOf, membersOf } from './members.ts'
import { StructHasher } from './structHasher.ts'
import { readStructTypes } from './structTypes.ts'

/** ERC-191: neither a transaction nor a signed message begins with these bytes. */
const prefix = Uint8Array.of(0x19, 0x01)

/**
 * The hash that is signed for typed data (EIP-712): a JSON object with `types`, `primaryType`, `domain` and `message`.
 * Throws a `DecodeError` that names the invalid part.
 */
export function typedDataHash(value: unknown): Hash {
  const data = membersOf(value, 'typed data')
  const domain = memberOf(data, 'domain')
  const types = withDomainType(readStructTypes(memberOf(data, 'types')), domain)
  const primaryType = memberOf(data, 'primaryType')
  if (typeof primaryType !== 'string' || !types.has(primaryType)) {
    throw new DecodeError('primaryType', 'is not a struct of the types')
  }
  const hasher = new StructHasher(types)
  const separator = hasher.hash(domainType, domain, 'domain')
  // A domain alone is signed without a message.
  const isDomainOnly = primaryType === domainType
  const message = isDomainOnly ? emptyBytes : hasher.hash(primaryType, memberOf(data, 'message'), 'message')
  return keccak256(concatBytes(prefix, separator, message))
}

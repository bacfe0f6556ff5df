import { keccak256 } from '../../crypto/keccak256.ts'
import { concatBytes, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { memberOf, membersOf, readFieldType } from './fieldType.ts'
import { StructHasher } from './structHasher.ts'
import { type Field, readStructTypes, type StructTypes } from './structTypes.ts'

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

const domainType = 'EIP712Domain'

/** EIP-712, "Definition of domainSeparator": the fields that a domain may have, in their order. */
const domainFields: readonly Field[] = [
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
].map(([name = '', type]) => ({ name, type: readFieldType(type, domainType) }))

/** The types with the type of the domain. If it is missing, the domain's members determine its fields. */
function withDomainType(types: StructTypes, domain: unknown): StructTypes {
  if (types.has(domainType)) return types
  const names = Object.keys(membersOf(domain, 'domain'))
  const isUnknown = names.some((member) => !domainFields.some(({ name }) => name === member))
  if (isUnknown) throw new DecodeError('domain', `has a member that ${domainType} does not have by default`)
  return new Map([...types, [domainType, domainFields.filter(({ name }) => names.includes(name))]])
}

import { DecodeError } from '../../primitives/errors.ts'
import { readFieldType } from './fieldType.ts'
import { membersOf } from './members.ts'
import type { Field, StructTypes } from './structTypes.ts'

export const domainType = 'EIP712Domain'

/** EIP-712, "Definition of domainSeparator": the fields that a domain may have, in their order. */
const domainFields: readonly Field[] = [
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
].map(([name = '', type]) => ({ name, type: readFieldType(type, domainType) }))

/** The types with the type of the domain. If it is missing, the domain's members determine its fields. */
export function withDomainType(types: StructTypes, domain: unknown): StructTypes {
  if (types.has(domainType)) return types
  const names = Object.keys(membersOf(domain, 'domain'))
  const isUnknown = names.some((member) => !domainFields.some(({ name }) => name === member))
  if (isUnknown) throw new DecodeError('domain', `has a member that ${domainType} does not have by default`)
  return new Map([...types, [domainType, domainFields.filter(({ name }) => names.includes(name))]])
}

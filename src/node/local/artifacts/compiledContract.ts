import type {
  AbiEntry,
  AbiInput,
  CodeHole,
  CompiledCode,
  ContractArtifact,
  SourceFile,
} from '../callLog/contractArtifact.ts'

export type UnknownMembers = { readonly [member: string]: unknown }

/** The members of an object; empty for any other value. */
export const membersOf = (value: unknown): UnknownMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UnknownMembers) : {}

export interface CompiledParts {
  readonly name: string
  readonly path: string
  readonly abi: unknown
  /** The compiler's `evm.deployedBytecode`. */
  readonly deployed: unknown
  /** The compiler's `evm.bytecode`. */
  readonly creation: unknown
  readonly sources: ReadonlyMap<number, SourceFile>
}

/** A contract as the compiler describes it; nothing for a value without an ABI. */
export function compiledContract({ abi, deployed, creation, ...named }: CompiledParts): ContractArtifact[] {
  if (!Array.isArray(abi)) return []
  const codes = { deployed: codeOf(deployed), creation: codeOf(creation) }
  return [{ ...named, ...codes, abi: abi.map(entryOf), compilerAbi: abi }]
}

function codeOf(value: unknown): CompiledCode {
  const { object, sourceMap, immutableReferences, linkReferences } = membersOf(value)
  return {
    digits: typeof object === 'string' ? object.replace(/^0x/, '').toLowerCase() : '',
    holes: [...holesIn(immutableReferences), ...linkHoles(linkReferences)],
    sourceMap: typeof sourceMap === 'string' && sourceMap !== '' ? sourceMap : undefined,
  }
}

function entryOf(value: unknown): AbiEntry {
  const { type, name, inputs, stateMutability } = membersOf(value)
  return {
    type: String(type ?? ''),
    name: String(name ?? ''),
    inputs: inputsOf(inputs),
    isPayable: stateMutability === 'payable',
  }
}

const inputsOf = (value: unknown): AbiInput[] =>
  (Array.isArray(value) ? value : []).map((input) => {
    const { name, type, components, indexed } = membersOf(input)
    return {
      name: String(name ?? ''),
      type: writtenOut(String(type ?? ''), components),
      isIndexed: indexed === true,
    }
  })

/** Tuples are written as the list of their members' types. */
const writtenOut = (type: string, components: unknown): string =>
  type.startsWith('tuple')
    ? `(${inputsOf(components)
        .map((component) => component.type)
        .join(',')})${type.slice('tuple'.length)}`
    : type

/** Lists of places by the name of what fills them. */
const holesIn = (value: unknown): CodeHole[] =>
  Object.values(membersOf(value)).flatMap((list) =>
    (Array.isArray(list) ? list : []).map((hole) => {
      const { start, length } = membersOf(hole)
      return { start: Number(start), length: Number(length) }
    }),
  )

const linkHoles = (value: unknown): CodeHole[] => Object.values(membersOf(value)).flatMap(holesIn)

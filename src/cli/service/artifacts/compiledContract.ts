import type {
  AbiEntry,
  AbiInput,
  CodeHole,
  ContractArtifact,
  SourceFile,
} from '../../../node/local/callLog/contractArtifact.ts'

export interface Members {
  readonly [member: string]: unknown
  readonly abi?: unknown
  readonly content?: unknown
  readonly contractName?: unknown
  readonly contracts?: unknown
  readonly compilationTarget?: unknown
  readonly components?: unknown
  readonly deployedBytecode?: unknown
  readonly deployedLinkReferences?: unknown
  readonly evm?: unknown
  readonly id?: unknown
  readonly immutableReferences?: unknown
  readonly input?: unknown
  readonly inputs?: unknown
  readonly length?: unknown
  readonly linkReferences?: unknown
  readonly metadata?: unknown
  readonly name?: unknown
  readonly object?: unknown
  readonly output?: unknown
  readonly settings?: unknown
  readonly sourceMap?: unknown
  readonly sources?: unknown
  readonly start?: unknown
  readonly type?: unknown
}

/** The members of an object; none of any other value. */
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}

export interface CompiledParts {
  readonly name: string
  readonly abi: unknown
  /** The compiler's `evm.deployedBytecode`. */
  readonly deployed: unknown
  readonly sources: ReadonlyMap<number, SourceFile>
}

/** A contract as the compiler describes it; nothing for a value without an ABI. */
export function compiledContract({ name, abi, deployed, sources }: CompiledParts): ContractArtifact[] {
  if (!Array.isArray(abi)) return []
  const { object, sourceMap, immutableReferences, linkReferences } = membersOf(deployed)
  const code = typeof object === 'string' ? object.replace(/^0x/, '').toLowerCase() : ''
  return [
    {
      name,
      abi: abi.map(entryOf),
      code,
      holes: [...holesIn(immutableReferences), ...linkHoles(linkReferences)],
      sourceMap: typeof sourceMap === 'string' && sourceMap !== '' ? sourceMap : undefined,
      sources,
    },
  ]
}

function entryOf(value: unknown): AbiEntry {
  const { type, name, inputs } = membersOf(value)
  return { type: String(type ?? ''), name: String(name ?? ''), inputs: inputsOf(inputs) }
}

const inputsOf = (value: unknown): AbiInput[] =>
  (Array.isArray(value) ? value : []).map((input) => {
    const { name, type, components } = membersOf(input)
    return { name: String(name ?? ''), type: writtenOut(String(type ?? ''), components) }
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
